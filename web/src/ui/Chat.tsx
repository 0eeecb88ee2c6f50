/** Talk at the table. Whatever is said is text and nothing else. */

import { type FormEvent, useEffect, useRef, useState } from "react";
import { sideNumber } from "../show";
import { SideSign } from "../table/Symbols";
import type { Chat as Line, Show } from "../wire";

const MOST = 400;

export function Chat({
  chat,
  show,
  say,
  side,
}: {
  chat: readonly Line[];
  show: Show;
  say: ((text: string) => Promise<boolean>) | null;
  /** One's own side; "": one watches. */
  side: string;
}) {
  const [text, setText] = useState("");
  const [watchers, setWatchers] = useState(!side);
  const lines = chat.filter((line) => !line.side === watchers);
  const others = chat.length - lines.length;
  const end = useRef<HTMLLIElement>(null);
  const count = lines.length;
  useEffect(() => {
    if (count) end.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const words = text.trim();
    if (words && say && (await say(words))) setText("");
  };
  return (
    <section className="chat" aria-label="Talk">
      <div className="segments" role="group" aria-label="Whose talk">
        <button type="button" aria-pressed={!watchers} onClick={() => setWatchers(false)}>
          At the table{watchers && others ? ` (${others})` : ""}
        </button>
        <button type="button" aria-pressed={watchers} onClick={() => setWatchers(true)}>
          Those who watch{!watchers && others ? ` (${others})` : ""}
        </button>
      </div>
      <div role="log" aria-label="What was said" tabIndex={0}>
        <ol>
          {lines.length === 0 && <li className="quiet">Nobody has said anything yet.</li>}
          {lines.map((line) => (
            <li key={line.n}>
              {line.side && <SideSign side={sideNumber(show, line.side)} />} <strong>{line.name}</strong> {line.text}
            </li>
          ))}
          <li ref={end} aria-hidden="true" />
        </ol>
      </div>
      {say && watchers === !side && (
        <form onSubmit={(event) => void send(event)}>
          <input
            value={text}
            maxLength={MOST}
            onChange={(event) => setText(event.target.value)}
            aria-label="Say something"
            placeholder="Say something"
          />
          <button type="submit">Say</button>
        </form>
      )}
    </section>
  );
}
