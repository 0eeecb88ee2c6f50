/** Pages by their address, without a library. */

import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

addEventListener("popstate", tell);
addEventListener("hashchange", tell);

export function go(address: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  tell();
  if (!location.hash) scrollTo(0, 0);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const address = (): string => location.pathname + location.search + location.hash;

/** The address in its parts; the hash is the secret of seats, or the rule looked for. */
export function useAddress(): { parts: string[]; hash: string; search: URLSearchParams } {
  useSyncExternalStore(subscribe, address);
  const parts = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  return { parts, hash: decodeURIComponent(location.hash.slice(1)), search: new URLSearchParams(location.search) };
}

/** A link within the page. Whoever wants a new tab gets it. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const click = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
  };
  return <a {...rest} href={href} onClick={click} />;
}
