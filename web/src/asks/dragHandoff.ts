/**
 * Who is asked for next may be dragged at once: the drag picks it, and goes on as its move if that is the next question; a card
 * that is dropped on the table picks its unit, and the unit goes there. One gesture for two decisions; nothing is sent that a
 * click would not send.
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

let dropped: { unit: string; at: Point } | null = null;

/** The card of a unit lies here: it is put down there when it is asked where, whatever is asked before. */
export function dropCard(unit: string, at: Point): void {
  dropped = { unit, at };
}

/** Where the card of one of these was dropped, once. */
export function dropOf(units: ReadonlySet<string>): Point | null {
  const found = dropped && units.has(dropped.unit) ? dropped.at : null;
  dropped = null;
  return found;
}
