/** How a figure is, as few signs as can be told apart: a shape and a colour each. Pure. */

import type { Shown } from "../wire";

export interface Sign {
  sign: string;
  /** For the style sheet. */
  sort: "afraid" | "stunned" | "reloading" | "aiming" | "engaged" | "fire" | "spent" | "aground" | "more";
  title: string;
}

const MOST = 3;
/** Words that are drawn in another way, or are no state. */
const SEEN =
  /^(prone|airborne|submerged|watching|level \d|covers|shaken|stunned|aground|engaged|carries|leader|commander|focal|hero)/;

/** At most three signs; the last says how many more there are. */
export function signsOf(shown: Pick<Shown, "flags" | "afraid" | "marks">): Sign[] {
  const flags = shown.flags ?? [];
  const marks = shown.marks ?? [];
  const says = (pattern: RegExp): string | undefined => marks.find((mark) => pattern.test(mark));
  const found: Sign[] = [];
  if (shown.afraid) found.push({ sign: "!", sort: "afraid", title: says(/shaken|broken|flee/i) ?? "shaken" });
  if (flags.includes("stunned")) found.push({ sign: "✶", sort: "stunned", title: "stunned" });
  if (says(/fire$|burn/i)) found.push({ sign: "♦", sort: "fire", title: says(/fire$|burn/i)! });
  if (flags.includes("engaged")) found.push({ sign: "×", sort: "engaged", title: says(/^engaged/) ?? "engaged" });
  if (flags.includes("reloading")) found.push({ sign: "◔", sort: "reloading", title: says(/reload/) ?? "reloading" });
  if (says(/^aim/)) found.push({ sign: "⌖", sort: "aiming", title: says(/^aim/)! });
  if (flags.includes("aground")) found.push({ sign: "▽", sort: "aground", title: "aground" });
  if (says(/spent|has acted|activated/)) found.push({ sign: "✓", sort: "spent", title: says(/spent|has acted|activated/)! });
  const rest = marks.filter((mark) => !SEEN.test(mark) && !found.some((one) => one.title === mark));
  if (rest.length) found.push({ sign: "•", sort: "more", title: rest.join(", ") });
  if (found.length <= MOST) return found;
  const over = found.slice(MOST - 1);
  return [
    ...found.slice(0, MOST - 1),
    { sign: `+${over.length}`, sort: "more", title: over.map((one) => one.title).join(", ") },
  ];
}

/** The number of a figure in its unit, as in every list; "" for who is alone. */
export function numberOf(id: string, of: number): string {
  const dot = id.lastIndexOf(".");
  return dot >= 0 && of > 1 ? id.slice(dot + 1) : "";
}

/** How many it carries, where its marks say so. */
export const passengersOf = (marks: readonly string[] | undefined): number =>
  Number(/^carries (\d+)/.exec((marks ?? []).find((mark) => mark.startsWith("carries ")) ?? "")?.[1] ?? 0);
