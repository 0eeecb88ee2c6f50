/** Keys that carry and turn what is in hand, the same for moving and for putting down. */

import type { Point } from "../wire";
import { onButton, useKeys } from "./tools";

const INCH = 1000;
const FINE = 250;
const TURN = 1500; // hundredths of a degree
const FINE_TURN = 300;

interface Carrier {
  nudge(by: Point): void;
  turnBy(by: number): void;
}

const WAYS: Record<string, Point> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function carried(carrier: Carrier, key: string, fine: boolean): boolean {
  const way = WAYS[key];
  const step = fine ? FINE : INCH;
  if (way) carrier.nudge([way[0] * step, way[1] * step]);
  else if (key === "q" || key === "Q") carrier.turnBy(-(fine ? FINE_TURN : TURN));
  else if (key === "e" || key === "E") carrier.turnBy(fine ? FINE_TURN : TURN);
  else return false;
  return true;
}

/** What a decision by hand listens to: the keys that carry, confirm, take back, and choose between all and one. */
export function useCarrying(
  carrier: Carrier & { reset(): void; setWhole(on: boolean): void },
  whole: boolean,
  confirm: () => Promise<void>,
): void {
  useKeys((event) => {
    if (carried(carrier, event.key, event.shiftKey)) return true;
    if (event.key === "Enter" && !onButton(event)) void confirm();
    else if (event.key === "Escape") carrier.reset();
    else if (event.key.toLowerCase() === "f") carrier.setWhole(!whole);
    else return false;
    return true;
  });
}
