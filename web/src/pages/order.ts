/** Who sits where in a new battle. */

import type { NewSeat, ScenarioCard } from "../wire";
import { capital } from "../words";

export type Against = "bot" | "hotseat" | "invite" | "watch";

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
