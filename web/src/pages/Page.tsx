/** The frame of every page that is not the table. */

import type { ReactNode } from "react";
import { Link } from "../router";
import { setSettings, settings } from "../settings";
import { useStore } from "../store";
import { Popover } from "../ui/Popover";
import { ThemeButton } from "../ui/ThemeButton";

const ROOMS = [
  ["play", "/", "Play"],
  ["rules", "/rules", "Rules"],
  ["roster", "/roster", "Rosters"],
  ["replay", "/replay", "Replay"],
] as const;

interface Props {
  children: ReactNode;
  at?: (typeof ROOMS)[number][0];
  wide?: boolean;
  skip?: { to: string; words: string };
}

export function Page({ children, at, wide = false, skip = { to: "content", words: "To the content" } }: Props) {
  return (
    <>
      <a className="skip" href={`#${skip.to}`} onClick={(event) => leap(event, skip.to)}>
        {skip.words}
      </a>
      <header className="topbar">
        <Link href="/" className="brand">
          Little Wars
        </Link>
        <nav aria-label="Pages" className="rooms">
          {ROOMS.map(([name, href, words]) => (
            <Link key={name} href={href} className="room" aria-current={name === at ? "page" : undefined}>
              {words}
            </Link>
          ))}
        </nav>
        <span className="grow" />
        <Called />
        <ThemeButton />
      </header>
      <main className={`page ${wide ? "wide" : ""}`} id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** The address stays as it is: its end means seats and rules. */
function leap(event: { preventDefault: () => void }, to: string): void {
  event.preventDefault();
  document.getElementById(to)?.focus();
}

/** What one is called at tables: said once. */
function Called() {
  const { name } = useStore(settings);
  return (
    <Popover label={name || "Your name"} name={name ? `You are called ${name}` : "Your name"} className="called">
      {() => (
        <label className="field">
          <span>What others call you</span>
          <input
            value={name}
            maxLength={40}
            placeholder="optional"
            autoFocus
            onChange={(event) => setSettings({ name: event.target.value })}
          />
        </label>
      )}
    </Popover>
  );
}
