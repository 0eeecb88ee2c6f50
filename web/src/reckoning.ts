/** A battle told in numbers: luck against what was expected, and how it turned, from one side's point of view. */

import { friends } from "./show";
import type { Deeds, Show, Turning } from "./wire";

/** What came of attacks less what was to be expected; null where none could be counted. */
export function luckOf(deeds: readonly Deeds[]): { luck: number; expected: number; came: number } | null {
  const counted = deeds.filter((one) => one.counted);
  if (!counted.length) return null;
  const expected = counted.reduce((sum, one) => sum + one.expected, 0);
  const came = counted.reduce((sum, one) => sum + one.came, 0);
  return { luck: came - expected, expected, came };
}

/** The deeds of a side's units. */
export const deedsOf = (units: Readonly<Record<string, Deeds>>, show: Show, side: string): Deeds[] =>
  Object.entries(units).flatMap(([unit, deeds]) => (show.units[unit]?.side === side ? [deeds] : []));

/** How many of one's own and of the others' fell where it turned. */
export function turnedBy(turning: Turning, show: Show, side: string): { mine: number; theirs: number } {
  const sum = (own: boolean): number =>
    Object.entries(turning.lost).reduce((all, [one, n]) => all + (friends(show, one, side) === own ? n : 0), 0);
  return { mine: sum(true), theirs: sum(false) };
}

/** Luck with its sign: +1.2 or −0.7. */
export const luckText = (luck: number): string => `${luck < 0 ? "−" : "+"}${Math.abs(luck).toFixed(1)}`;
