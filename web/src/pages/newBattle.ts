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

export const OWN_TABLE = "Your own table";
const MAPS = 1_000_000; // fair random maps, by number

export interface Beginning {
  scenario: ScenarioCard;
  choose: (name: string) => void;
  /** The number of a random map: the forces of the first battle, or one's own, on a table of one's own; null: a ready one. */
  own: number | null;
  /** A table of one's own, another every time. */
  makeOwn: () => void;
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
  const [name, setName] = useState(scenarios[0]?.name ?? "");
  const [own, setOwn] = useState<number | null>(null);
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
      ...(own === null ? {} : { map: own }),
    };
    try {
      const begun = await begin(order);
      takenRoster.text = "";
      const seats = Object.entries(begun.tokens).map(([one, token]) => ({ side: one, token }));
      const kept = against === "invite" ? seats.filter((seat) => seat.side === mine) : seats;
      const invites = seats.filter((seat) => !kept.includes(seat));
      keep({
        game: begun.game,
        title: own === null ? scenario.title : OWN_TABLE,
        system: system.name,
        seats: kept,
        invites,
        again: order,
      });
      const tokens = kept.map((seat) => seat.token);
      go(tokens.length ? seatAddress(begun.game, tokens) : `/watch/${begun.game}`);
    } catch (error) {
      const faults = error instanceof Trouble ? (error.problem.faults ?? []) : [];
      setTrouble({ text: error instanceof Trouble ? error.message : String(error), faults });
      setBusy(false);
    }
  };
  return {
    scenario,
    choose: (one) => {
      setName(one);
      setOwn(null);
    },
    own,
    makeOwn: () => {
      setName(scenarios[0]!.name);
      setOwn(Math.floor(Math.random() * MAPS));
    },
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
