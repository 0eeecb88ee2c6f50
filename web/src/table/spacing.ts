/** How far figures stand from each other. Pure. */

import { len } from "../geometry";
import type { Show } from "../wire";

const FAR = 1000; // drawing units: farther than that nobody is in anybody's way
const known = new WeakMap<Show["figures"], ReadonlyMap<string, number>>();

/** From the middle of a figure to the middle of the next one, in drawing units; worked out once for a table as it stands. */
export function nearestOf(figures: Show["figures"], id: string): number {
  let found = known.get(figures);
  if (!found) {
    const all = Object.values(figures).filter((one) => !one.within);
    found = new Map(
      all.map(({ id: name, at: [x, y] }) => {
        const gaps = all.map((other) => (other.id === name ? FAR : Math.hypot(len(other.at[0] - x), len(other.at[1] - y))));
        return [name, Math.round(Math.min(FAR, ...gaps))];
      }),
    );
    known.set(figures, found);
  }
  return found.get(id) ?? FAR;
}
