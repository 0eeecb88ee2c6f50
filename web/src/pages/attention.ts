/** Whoever looks elsewhere learns that he is waited for: by the title, a dot on the icon, a sound, and if he wishes a message. */

import { useEffect } from "react";
import { settings } from "../settings";
import { noiseOf, play } from "../sound";
import type { Scene } from "../stage";
import type { Store } from "../store";

const ICON = "/favicon.svg";
const PATIENCE = 5000; // milliseconds of looking elsewhere before somebody is called

/** The icon with a dot, drawn here: the page has but one. */
const DOTTED = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#141a1f"/><path d="M8 2.5L13.5 8L8 13.5L2.5 8Z" fill="#e6be63"/><circle cx="12.5" cy="3.5" r="3.2" fill="#ff917c"/></svg>',
)}`;

function setIcon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link && link.href !== address) link.href = address;
}

export const mayNotify = (): boolean => typeof Notification !== "undefined" && Notification.permission === "granted";

/** Ask the browser for leave to call; what was refused stays off. */
export async function askToNotify(): Promise<boolean> {
  if (typeof Notification === "undefined") return false;
  return mayNotify() || (await Notification.requestPermission()) === "granted";
}

export function useAttention(title: string, wanted: boolean, halted: boolean): void {
  useEffect(() => {
    document.title = `${wanted ? "● Your decision – " : halted ? "● Your order halts – " : ""}${title} – Little Wars`;
    setIcon(wanted || halted ? DOTTED : ICON);
    return () => {
      document.title = "Little Wars";
      setIcon(ICON);
    };
  }, [wanted, halted, title]);
  useEffect(() => {
    if (halted) play("stop");
    else if (wanted) play("turn");
    if (!(wanted || halted) || !settings.get().notify || !mayNotify()) return undefined;
    const timer = setTimeout(() => {
      if (document.hidden) new Notification("Little Wars", { body: `${title}: you are waited for`, tag: title });
    }, PATIENCE);
    return () => clearTimeout(timer);
  }, [wanted, halted, title]);
}

/** What is played on the stage is heard. */
export function useSounds(scene: Store<Scene>): void {
  useEffect(() => {
    let last = -1;
    return scene.subscribe(() => {
      const now = scene.get().play;
      if (!now || now.id === last) return;
      last = now.id;
      if (now.dice.length) play("dice");
      for (const seen of now.seen) {
        const noise = noiseOf(seen);
        if (noise) play(noise);
      }
    });
  }, [scene]);
}
