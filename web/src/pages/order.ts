/** A new battle: which of them comes first, and who sits where. */

import type { NewSeat, ScenarioCard } from "../wire";
import { capital } from "../words";

export type Against = "bot" | "hotseat" | "invite" | "watch";

const FIRST = "first-battle"; // what every rulebook calls the battle with which one begins

/** The first battle first, then the shortest, and of those as long the smallest table. */
export const inOrder = (scenarios: readonly ScenarioCard[]): ScenarioCard[] =>
  [...scenarios].sort(
    (a, b) =>
      Number(b.name === FIRST) - Number(a.name === FIRST) ||
      (a.brief?.minutes ?? 0) - (b.brief?.minutes ?? 0) ||
      a.size[0] * a.size[1] - b.size[0] * b.size[1],
  );

export function seatsFor(
  scenario: ScenarioCard,
  against: Against,
  side: string,
  bots: Record<string, string>,
  rosters: Record<string, string>,
  name = "",
): Record<string, NewSeat> {
  return Object.fromEntries(
    Object.keys(scenario.sides).map((one) => {
      const isPerson = against === "hotseat" || against === "invite" || (against === "bot" && one === side);
      const seat: NewSeat = isPerson
        ? { kind: "person", name: (one === side && against !== "hotseat" && name.trim()) || capital(one) }
        : { kind: "bot", bot: bots[one] ?? "" };
      if (rosters[one]?.trim()) seat.roster = rosters[one];
      return [one, seat];
    }),
  );
}
