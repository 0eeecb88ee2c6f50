/** Numbers and chances in words. */

import type { Tally } from "./wire";

export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** The natural face that is enough: a modifier helps the roll, or the number where low is good. */
export function needed(tally: Tally): number {
  const mods = (tally.mods ?? []).reduce((sum, [, value]) => sum + value, 0);
  return tally.low ? tally.base + mods : tally.base - mods;
}

/** Does this face do? */
export const does = (face: number, tally: Tally): boolean => (tally.low ? face <= needed(tally) : face >= needed(tally));

/** A number to be reached, or not to be exceeded: 7+, or 7 or less. */
export const faces = (tally: Tally, number: number): string => (tally.low ? `${number} or less` : `${number}+`);

export const percent = (chance: number): string => `${(chance * 100).toFixed(chance > 0.0995 || chance === 0 ? 0 : 1)} %`;

export const some = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Seconds as a clock shows them: days and hours, or minutes and seconds. */
export function clockWords(seconds: number): string {
  if (seconds >= 86400) return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
  return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** When something was, as people say it. */
export function ago(when: number, now = Date.now()): string {
  const minutes = Math.round((now - when) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${some(minutes, "minute")} ago`;
  if (minutes < 60 * 24) return `${some(Math.round(minutes / 60), "hour")} ago`;
  return `${some(Math.round(minutes / 60 / 24), "day")} ago`;
}

/** A counter that lies beside a unit; one of which there is only ever one is named without a number. */
export const tokenText = (word: string, number: number): string => (number ? `${number} ${word}` : word);
