/** A number between two bounds. */

import { useState } from "react";
import type { NumberSheet } from "../wire";
import { Buttons } from "./Buttons";
import { type AskProps, onButton, useAdvice, useKeys } from "./tools";

export function NumberAsk({ sheet, seat, send, sending }: AskProps<NumberSheet>) {
  const [value, setValue] = useState(sheet.usual);
  const set = (n: number): void => setValue(Math.min(sheet.high, Math.max(sheet.low, n)));
  const advice = useAdvice(seat, sheet, (tried) => set(tried.answer as number));
  useKeys((event) => {
    if (event.key === "Enter" && !onButton(event)) send(value);
    else return false;
    return true;
  });
  return (
    <>
      <div className="stepper">
        <button type="button" onClick={() => set(value - sheet.step)} disabled={value <= sheet.low} aria-label="Less">
          −
        </button>
        <output aria-live="polite">
          {value}
          {sheet.counts && ` ${sheet.counts}`}
        </output>
        <button type="button" onClick={() => set(value + sheet.step)} disabled={value >= sheet.high} aria-label="More">
          +
        </button>
      </div>
      <input
        type="range"
        className="slider"
        aria-label={sheet.prompt}
        min={sheet.low}
        max={sheet.high}
        step={sheet.step}
        value={value}
        onChange={(event) => set(Number(event.target.value))}
      />
      <Buttons confirm={() => send(value)} advice={advice} sending={sending} />
    </>
  );
}
