/** What an order says on the table itself: how far they go, who may answer, what comes of it. At most one plate of each. */

import type { Plate } from "../asks/interaction";
import { far, middle, pathLength } from "../geometry";
import { called, standing } from "../show";
import type { HoldReason, Point, Show } from "../wire";
import { percent, some } from "../words";
import type { Drafting } from "./draft";

const MOST = 3; // plates for one draft

/** Why somebody holds his fire, in a few words. */
export function whyHeld(one: HoldReason | undefined, show: Show): string {
  if (!one) return "";
  if (one.why === "far") return "out of range";
  if (one.why === "unable") return one.by ?? "";
  const name = (show.ground ?? []).find((piece) => piece.id === one.by)?.name ?? show.figures[one.by ?? ""]?.name;
  return name ? `${name} in the way` : "does not see them";
}

/** The commonest reason, where it stands in the way or at those who hold. */
function heldPlate(held: readonly HoldReason[], ends: Readonly<Record<string, readonly number[]>>, show: Show): Plate[] {
  const reasons = new Map<string, HoldReason[]>();
  for (const one of held) {
    const why = whyHeld(one, show);
    if (why) reasons.set(why, [...(reasons.get(why) ?? []), one]);
  }
  const [most] = [...reasons].sort(([, a], [, b]) => b.length - a.length);
  if (!most) return [];
  const [why, who] = most;
  const met = who.flatMap((one) => (one.at ? [one.at] : []));
  const stand = who.flatMap((one): Point[] => {
    const end = ends[one.who];
    const at = end ? ([end[0]!, end[1]!] as Point) : show.figures[one.who]?.at;
    return at ? [at] : [];
  });
  return [
    {
      tone: "held",
      text: `${who.length} ${who.length === 1 ? "holds" : "hold"}: ${why}`,
      at: middle(met.length ? met : stand),
    },
  ];
}

export function platesOf({ rehearsal, to, via }: Pick<Drafting, "rehearsal" | "to" | "via">, show: Show): Plate[] {
  if (!rehearsal) return [];
  const { ends = {}, attacks = [], expected = 0, chance, watchers = [], held = [] } = rehearsal;
  const found: Plate[] = [];
  const ways = Object.entries(ends).map(([name, [x, y]]) =>
    pathLength(rehearsal.ways?.[name] ?? [show.figures[name]?.at ?? [x, y], [x, y]]),
  );
  const longest = Math.max(0, ...ways);
  if (to && show.measures && longest > 0) found.push({ tone: "way", text: far(Math.round(longest), show), at: to });
  const here = via[0] ?? to;
  const names = watchers.map((one) => called(show, one));
  const risks = [rehearsal.halt ?? "", names.length ? `${names.join(", ")} may answer` : ""].filter(Boolean);
  const end = Object.values(ends)[0];
  const at: Point | null = rehearsal.halt && end ? [end[0], end[1]] : here;
  if (at && risks.length) found.push({ tone: "risk", text: risks.join(" · "), short: rehearsal.halt ? "No farther" : "", at });
  const struck = show.figures[attacks[0]?.at ?? ""];
  if (struck && typeof chance === "number")
    found.push({
      tone: "target",
      text: `${some(attacks.length, "attack")} · ${expected.toFixed(1)} fall · ${percent(chance)} ≥ 1`,
      at: middle(standing(show, struck.unit).map((one) => one.at)),
    });
  found.push(...heldPlate(held, to ? ends : {}, show));
  // too many words hide the table: the way is the first that is seen without them
  return found.length > MOST ? found.filter((one) => one.tone !== "way") : found;
}
