/** A battle about to begin: which, against whom, on which side, with whose forces; and how it is begun. */

import { useState } from "react";
import { begin, Trouble } from "../api";
import { keep, seatAddress } from "../memory";
import { go } from "../router";
import { settings } from "../settings";
import { useStore } from "../store";
import type { Fault, NewGame, ScenarioCard, SystemCard } from "../wire";
import { takenRoster } from "./openFile";
import { type Against, inOrder, seatsFor } from "./order";

export type Length = "all" | "short" | "long";
export const SHORT = 25; // minutes: a battle between two cups of tea

/** Does a battle last as long as one likes? What does not say is shown always. */
export function lasts(scenario: ScenarioCard, length: Length): boolean {
  const minutes = scenario.brief?.minutes ?? 0;
  return length === "all" || !minutes || (length === "short" ? minutes <= SHORT : minutes > SHORT);
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

export interface Beginning {
  scenario: ScenarioCard;
  choose: (name: string) => void;
  against: Against;
  setAgainst: (against: Against) => void;
  sides: readonly string[];
  mine: string;
  setSide: (side: string) => void;
  botOf: (side: string) => string;
  setBot: (side: string, bot: string) => void;
  rosters: Record<string, string>;
  setRoster: (side: string, text: string) => void;
  clock: NewGame["clock"];
  setClock: (clock: NewGame["clock"]) => void;
  busy: boolean;
  trouble: { text: string; faults: readonly Fault[] } | null;
  start: () => Promise<void>;
}

export function useNewBattle(system: SystemCard): Beginning | null {
  const scenarios = inOrder(system.scenarios);
  const [name, choose] = useState(scenarios[0]?.name ?? "");
  const [against, setAgainst] = useState<Against>("bot");
  const [side, setSide] = useState("");
  const [clock, setClock] = useState<NewGame["clock"]>("none");
  const [bots, setBots] = useState<Record<string, string>>({});
  const [rosters, setRosters] = useState<Record<string, string>>(() => {
    const first = Object.keys(scenarios[0]?.sides ?? {})[0];
    return takenRoster.text && takenRoster.system === system.name && first ? { [first]: takenRoster.text } : {};
  });
  const [busy, setBusy] = useState(false);
  const { name: called } = useStore(settings);
  const [trouble, setTrouble] = useState<Beginning["trouble"]>(null);
  const scenario = scenarios.find((one) => one.name === name) ?? scenarios[0];
  if (!scenario) return null;
  const sides = Object.keys(scenario.sides);
  const mine = sides.includes(side) ? side : sides[0]!;
  const botOf = (one: string): string => bots[one] ?? system.bots[0] ?? "";

  const start = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setTrouble(null);
    const order: NewGame = {
      system: system.name,
      scenario: scenario.name,
      seats: seatsFor(scenario, against, mine, Object.fromEntries(sides.map((one) => [one, botOf(one)])), rosters, called),
      ...(clock && clock !== "none" ? { clock } : {}),
    };
    try {
      const begun = await begin(order);
      takenRoster.text = "";
      const seats = Object.entries(begun.tokens).map(([one, token]) => ({ side: one, token }));
      const own = against === "invite" ? seats.filter((seat) => seat.side === mine) : seats;
      const invites = seats.filter((seat) => !own.includes(seat));
      keep({ game: begun.game, title: scenario.title, system: system.name, seats: own, invites, again: order });
      const tokens = own.map((seat) => seat.token);
      go(tokens.length ? seatAddress(begun.game, tokens) : `/watch/${begun.game}`);
    } catch (error) {
      const faults = error instanceof Trouble ? (error.problem.faults ?? []) : [];
      setTrouble({ text: error instanceof Trouble ? error.message : String(error), faults });
      setBusy(false);
    }
  };
  return {
    scenario,
    choose,
    against,
    setAgainst,
    sides,
    mine,
    setSide,
    botOf,
    setBot: (one, bot) => setBots({ ...bots, [one]: bot }),
    rosters,
    setRoster: (one, text) => setRosters({ ...rosters, [one]: text }),
    clock,
    setClock,
    busy,
    trouble,
    start,
  };
}
