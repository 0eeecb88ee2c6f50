/** A new battle: which of them are shown and which comes first, and who sits where. */

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

/** Which battles one would see: all, those between two cups of tea, those with few units, those for an evening. */
export type Wish = "all" | "short" | "few" | "big";
const SHORT = 25; // minutes
const FEW = 4; // units of a side
const EVENING = 60; // minutes

/** Is it a battle as one wishes for? What does not say is shown always. */
export function suits(scenario: ScenarioCard, wish: Wish): boolean {
  const minutes = scenario.brief?.minutes ?? 0;
  const units = Math.max(0, ...Object.values(scenario.forces ?? {}).map((force) => force.length));
  if (wish === "short") return !minutes || minutes <= SHORT;
  if (wish === "few") return units <= FEW;
  return wish === "all" || levelOf(scenario) === 3 || minutes >= EVENING;
}

const figures = (scenario: ScenarioCard): number =>
  Object.values(scenario.forces ?? {})
    .flat()
    .reduce((sum, [, of]) => sum + of, 0);

const MIDDLING = 28; // figures of both sides together
const MUCH = 60;

/** How much there is to look after: 1 little, 2 some, 3 much. */
export const levelOf = (scenario: ScenarioCard): 1 | 2 | 3 =>
  figures(scenario) <= MIDDLING ? 1 : figures(scenario) <= MUCH ? 2 : 3;

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
