/** A battle told in numbers, from one side's point of view: losses, luck against what was expected, and where it turned. */

import { recall, remember } from "./settings";
import { friends } from "./show";
import type { Beat, Show } from "./wire";

/** What an order was expected to bring: by the last line before it. */
export type Hopes = Readonly<Record<number, number>>;

const keyOf = (game: string): string => `littlewars.hopes.${game}`;

export const hopesOf = (game: string): Hopes => recall<Hopes>(keyOf(game)) ?? {};

export function noteHope(game: string, n: number, expected: number): void {
  remember(keyOf(game), { ...hopesOf(game), [n]: expected });
}

/** The side of a figure that may have fallen: its unit is still known. */
const sideOf = (show: Show, figure: string): string =>
  show.figures[figure]?.side ?? show.units[figure.slice(0, figure.lastIndexOf("."))]?.side ?? "";

const fellIn = (beat: Beat): string[] =>
  (beat.told ?? []).flatMap((line) => (line.seen?.type === "fell" ? [line.seen.figure] : []));

/** The beats of an order: from its first line to the last of the aide. */
function orderFrom(story: readonly Beat[], n: number): readonly Beat[] {
  const start = story.findIndex((beat) => beat.n > n);
  const first = story[start];
  if (first?.by.by !== "order") return [];
  let end = start + 1;
  while (end < story.length && (story[end]!.by.by === "aide" || story[end]!.by.side !== first.by.side)) end++;
  return story.slice(start, end);
}

export interface Luck {
  expected: number;
  fell: number;
  orders: number;
}

/** How many fell by this side's orders, and how many should have; null where nothing was foreseen. */
export function luckOf(story: readonly Beat[], hopes: Hopes, show: Show, side: string): Luck | null {
  const found: Luck = { expected: 0, fell: 0, orders: 0 };
  for (const [n, expected] of Object.entries(hopes)) {
    const beats = orderFrom(story, Number(n));
    if (!beats.length) continue;
    found.orders += 1;
    found.expected += expected;
    found.fell += beats.flatMap(fellIn).filter((figure) => !friends(show, sideOf(show, figure), side)).length;
  }
  return found.orders ? found : null;
}

export interface Turning {
  n: number;
  mine: number;
  theirs: number;
}

const SPAN = 6; // beats looked at together: an order and what answers it

/** Where most fell on one side and few on the other: the beat at which it begins; null where nobody ever fell. */
export function turningPoint(story: readonly Beat[], show: Show, side: string): Turning | null {
  let best: Turning | null = null;
  const count = (beats: readonly Beat[], own: boolean): number =>
    beats.flatMap(fellIn).filter((figure) => friends(show, sideOf(show, figure), side) === own).length;
  for (const [at, beat] of story.entries()) {
    if (!fellIn(beat).length) continue;
    const beats = story.slice(at, at + SPAN);
    const found = { n: beat.n, mine: count(beats, true), theirs: count(beats, false) };
    if (!best || Math.abs(found.theirs - found.mine) > Math.abs(best.theirs - best.mine)) best = found;
  }
  return best;
}
