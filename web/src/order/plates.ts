/** What an order says on the table itself: how far they go, who may answer, what comes of it. At most one plate of each. */

import type { Plate } from "../asks/interaction";
import { distance, far, middle } from "../geometry";
import { standing } from "../show";
import type { Show } from "../wire";
import { percent, some } from "../words";
import type { Drafting } from "./draft";

export function platesOf({ rehearsal, to, via }: Pick<Drafting, "rehearsal" | "to" | "via">, show: Show): Plate[] {
  if (!rehearsal) return [];
  const { ends = {}, attacks = [], expected = 0, chance, watchers = [] } = rehearsal;
  const found: Plate[] = [];
  const ways = Object.entries(ends).map(([name, [x, y]]) => distance(show.figures[name]?.at ?? [x, y], [x, y]));
  const longest = Math.max(0, ...ways);
  if (to && show.measures && longest > 0) found.push({ tone: "way", text: far(Math.round(longest), show), at: to });
  const here = via[0] ?? to;
  const names = watchers.map((one) => show.units[one]?.name ?? one);
  if (here && names.length) found.push({ tone: "risk", text: `${names.join(", ")} may answer`, at: here });
  const struck = show.figures[attacks[0]?.at ?? ""];
  if (struck && typeof chance === "number")
    found.push({
      tone: "target",
      text: `${some(attacks.length, "attack")} · ${expected.toFixed(1)} fall · ${percent(chance)} ≥ 1`,
      at: middle(standing(show, struck.unit).map((one) => one.at)),
    });
  return found;
}
