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
}: {
  chat: readonly Line[];
  show: Show;
  say: ((text: string) => Promise<boolean>) | null;
}) {
  const [text, setText] = useState("");
  const end = useRef<HTMLLIElement>(null);
  const count = chat.length;
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
      <div role="log" aria-label="What was said" tabIndex={0}>
        <ol>
          {chat.length === 0 && <li className="quiet">Nobody has said anything yet.</li>}
          {chat.map((line) => (
            <li key={line.n}>
              {line.side && <SideSign side={sideNumber(show, line.side)} />} <strong>{line.name}</strong> {line.text}
            </li>
          ))}
          <li ref={end} aria-hidden="true" />
        </ol>
      </div>
      {say && (
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
