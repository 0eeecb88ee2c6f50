/** Who is carried by whom: those who are seen on a back or a deck, and those who are inside. Pure. */

import type { Show, Shown } from "../wire";

interface Carried {
  riders: readonly Shown[];
  inside: number;
}

const NOBODY: Carried = { riders: [], inside: 0 };
const known = new WeakMap<Show["figures"], ReadonlyMap<string, Carried>>();

/** Worked out once for a table as it stands. */
function carriedOn(figures: Show["figures"]): ReadonlyMap<string, Carried> {
  const before = known.get(figures);
  if (before) return before;
  const found = new Map<string, Carried>();
  for (const one of Object.values(figures)) {
    if (!one.within) continue;
    const { riders, inside } = found.get(one.within) ?? NOBODY;
    const atop = (one.flags ?? []).includes("atop");
    found.set(one.within, atop ? { riders: [...riders, one], inside } : { riders, inside: inside + 1 });
  }
  known.set(figures, found);
  return found;
}

/** Those on a figure's back or deck: they are drawn there. */
export const ridersOf = (figures: Show["figures"], id: string): readonly Shown[] =>
  (carriedOn(figures).get(id) ?? NOBODY).riders;

/** How many are inside, where nobody sees them. */
export const insideOf = (figures: Show["figures"], id: string): number => (carriedOn(figures).get(id) ?? NOBODY).inside;
