/** Put in order: by dragging, or with the buttons beside each. */

import { useState } from "react";
import { called } from "../show";
import type { ArrangeSheet } from "../wire";
import { Buttons } from "./Buttons";
import { type AskProps, onButton, useAdvice, useKeys } from "./tools";

/** The list with one of it put elsewhere. */
export function put<T>(items: readonly T[], from: number, to: number): T[] {
  const left = [...items];
  const [one] = left.splice(from, 1);
  if (one !== undefined) left.splice(Math.min(left.length, Math.max(0, to)), 0, one);
  return left;
}

export function Arrange({ sheet, show, seat, send, sending }: AskProps<ArrangeSheet>) {
  const [order, setOrder] = useState<readonly string[]>(sheet.items);
  const [held, setHeld] = useState(-1);
  useKeys((event) => {
    if (event.key === "Enter" && !onButton(event)) send([...order]);
    else if (event.key === "Escape") setOrder(sheet.items);
    else return false;
    return true;
  });
  const advice = useAdvice(seat, sheet, (tried) => setOrder(tried.answer as string[]));
  return (
    <>
      <ol className="arrange" aria-label={sheet.prompt}>
        {order.map((item, i) => (
          <li
            key={item}
            draggable
            className={held === i ? "held" : ""}
            onDragStart={() => setHeld(i)}
            onDragEnd={() => setHeld(-1)}
            onDragOver={(event) => {
              event.preventDefault();
              if (held >= 0 && held !== i) {
                setOrder(put(order, held, i));
                setHeld(i);
              }
            }}
          >
            <span className="grow">{called(show, item)}</span>
            <button
              type="button"
              aria-label={`${called(show, item)} earlier`}
              disabled={i === 0}
              onClick={() => setOrder(put(order, i, i - 1))}
            >
              ↑
            </button>
            <button
              type="button"
              aria-label={`${called(show, item)} later`}
              disabled={i === order.length - 1}
              onClick={() => setOrder(put(order, i, i + 1))}
            >
              ↓
            </button>
          </li>
        ))}
      </ol>
      <Buttons confirm={() => send([...order])} advice={advice} reset={() => setOrder(sheet.items)} sending={sending} />
    </>
  );
}
