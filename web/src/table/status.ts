/** How a figure is, as few signs as can be told apart: a shape and a colour each, by its facts and never by its words. Pure. */

import type { Flag, Shown } from "../wire";

export interface Sign {
  sign: string;
  /** For the style sheet. */
  sort: "afraid" | "stunned" | "reloading" | "aiming" | "engaged" | "aground" | "more";
}

const MOST = 3;
/** What has a sign, the gravest first; how else it is, is seen in the figure itself. */
const SIGNS: readonly (readonly [Flag & Sign["sort"], string])[] = [
  ["stunned", "✶"],
  ["engaged", "×"],
  ["reloading", "◔"],
  ["aiming", "⌖"],
  ["aground", "▽"],
];

/** At most three signs; the last says how many more there are. */
export function signsOf({ afraid, flags = [] }: Pick<Shown, "flags" | "afraid">): Sign[] {
  const found: Sign[] = afraid ? [{ sign: "!", sort: "afraid" }] : [];
  for (const [sort, sign] of SIGNS) if (flags.includes(sort)) found.push({ sign, sort });
  if (found.length <= MOST) return found;
  return [...found.slice(0, MOST - 1), { sign: `+${found.length - MOST + 1}`, sort: "more" }];
}

/** The number of a figure in its unit, as in every list; "" for who is alone. */
export function numberOf(id: string, of: number): string {
  const dot = id.lastIndexOf(".");
  return dot >= 0 && of > 1 ? id.slice(dot + 1) : "";
}
