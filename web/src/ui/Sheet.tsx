/** On a phone question and story are a sheet from below with three stops: a line, the half, and nearly all. */

import { type PointerEvent, useRef, useState } from "react";

export const STOPS = ["peek", "half", "full"] as const;
export type Stop = (typeof STOPS)[number];

const ENOUGH = 18; // pixels that a finger must go to mean it

/** The stop after a drag by so much; a press without one opens it on, and closes it from the top. */
export function nextStop(stop: Stop, by: number): Stop {
  const at = STOPS.indexOf(stop);
  if (Math.abs(by) < ENOUGH) return STOPS[(at + 1) % STOPS.length]!;
  return STOPS[Math.min(STOPS.length - 1, Math.max(0, at + (by < 0 ? 1 : -1)))]!;
}

export function useSheet(): { stop: Stop; setStop: (stop: Stop) => void } {
  const [stop, setStop] = useState<Stop>("half");
  return { stop, setStop };
}

/** What is taken hold of: it says in a line what is decided. */
export function SheetHandle({
  stop,
  setStop,
  setPeek,
}: {
  stop: Stop;
  setStop: (stop: Stop) => void;
  setPeek: (at: HTMLElement | null) => void;
}) {
  const from = useRef<number | null>(null);
  const lift = (event: PointerEvent): void => {
    if (from.current !== null) setStop(nextStop(stop, event.clientY - from.current));
    from.current = null;
  };
  return (
    <button
      type="button"
      className="sheet-handle"
      aria-label={stop === "peek" ? "Show the question" : stop === "half" ? "Show more" : "Show the table"}
      onPointerDown={(event) => {
        from.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={lift}
      onPointerCancel={() => {
        from.current = null;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        setStop(nextStop(stop, 0));
      }}
    >
      <span className="sheet-grip" aria-hidden="true" />
      <span className="sheet-line" ref={setPeek} />
    </button>
  );
}
