/**
 * Who is asked for next may be dragged at once: the drag picks it, and goes on as its move if that is the next question. One
 * gesture for two decisions; nothing is sent that a click would not send.
 */

import type { Point } from "../wire";

export interface StartedDrag {
  figure: string;
  by: Point;
}

const FRESH = 4000; // milliseconds in which the question about its move must come

let begun: (StartedDrag & { at: number }) | null = null;

export function handOff(figure: string, by: Point): void {
  begun = { figure, by, at: Date.now() };
}

/** The drag that was begun with one of these, once. */
export function takeOver(start: Readonly<Record<string, unknown>>): StartedDrag | null {
  const found = begun;
  begun = null;
  return found && found.figure in start && Date.now() - found.at < FRESH ? found : null;
}
