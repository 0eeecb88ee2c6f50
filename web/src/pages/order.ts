/** A new battle: which of them comes first, and who sits where. */

import type { NewSeat, ScenarioCard } from "../wire";
import { capital } from "../words";

export type Against = "bot" | "hotseat" | "invite" | "watch";

/** The shortest battle first, and of those as long the smallest table: that is where one begins. */
export const inOrder = (scenarios: readonly ScenarioCard[]): ScenarioCard[] =>
  [...scenarios].sort(
    (a, b) => (a.brief?.minutes ?? 0) - (b.brief?.minutes ?? 0) || a.size[0] * a.size[1] - b.size[0] * b.size[1],
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
