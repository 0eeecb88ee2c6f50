/** One order to a whole unit: take it, send it somewhere, name a target, and give the order. Once shows, twice does. */

import { useContext, useEffect, useMemo, useState } from "react";
import { Corners, carriedBy } from "../asks/HandAsk";
import { useInteraction } from "../asks/interaction";
import { labelOf } from "../asks/options";
import { useReach } from "../asks/reach";
import { onButton, useKeys } from "../asks/tools";
import { inches } from "../geometry";
import type { LiveSeat } from "../seat";
import { friends, standing } from "../show";
import { useStore } from "../store";
import { PointingContext } from "../table/pointer";
import { MainButton, Peek } from "../ui/Dock";
import type { ChooseSheet, Show, Shown, Stance } from "../wire";
import { some } from "../words";
import { OrderDraft } from "./draft";
import { FrontContext } from "./front";
import { OrderTools, paceKey } from "./OrderTools";
import { inALine, Outlook } from "./Outlook";
import { apart, idleOptions, openStances, plainOrder, type Ready, saidOf } from "./orderable";
import { paceRings, usePaces } from "./paces";
import { platesOf } from "./plates";

const HANDLE = 3; // inches from the middle of the unit to the handle that turns its front
const WIDER = 1; // inches by which a key makes the front wider

interface Props {
  sheet: ChooseSheet;
  seat: LiveSeat;
  show: Show;
  ready: readonly Ready[];
  stances: readonly Stance[];
  sending: boolean;
  /** Decide figure by figure, as the rulebook asks. */
  byHand: () => void;
}

export function OrderPanel({ sheet, seat, show, ready, stances, sending, byHand }: Props) {
  const pointing = useContext(PointingContext);
  const { means } = useContext(FrontContext);
  const { unit: pointed } = useStore(pointing);
  const draft = useMemo(() => new OrderDraft(seat.live, () => seat.staged.get()?.scene.get().show ?? null), [seat]);
  const [passing, setPassing] = useState("");
  const drafting = useStore(draft.state);
  const { rehearsal, unit, at, to, face, stance, why } = drafting;
  const inHand = ready.find((one) => one.unit === pointed) ?? ready.find((one) => one.unit === unit) ?? ready[0];
  useEffect(() => {
    if (inHand) draft.take(inHand);
  }, [draft, inHand]);
  useEffect(() => {
    means.set((left, right) => draft.front(left, right));
    return () => means.set(null);
  }, [means, draft]);

  const mine = useMemo(() => new Map(ready.flatMap((one) => one.who.map((name) => [name, one]))), [ready]);
  const foes = Object.values(show.figures).filter((one) => !one.within && !friends(show, one.side, sheet.side));
  const give = (): Promise<void> => draft.give((order) => seat.give(order));
  const aim = (figure: string, alone = false): void => {
    const enemy = show.figures[figure]?.unit ?? "";
    if (draft.aim(alone ? [figure] : standing(show, enemy).map((one) => one.id))) void give();
  };
  const enemies = [...new Set(foes.map((one) => one.unit))];
  /** The next enemy unit after the one that is aimed at, or before it. */
  const aimOn = (by: number): void => {
    const now = enemies.indexOf(show.figures[at[0] ?? ""]?.unit ?? "");
    const next = enemies[(now + by + enemies.length) % enemies.length];
    if (next) draft.aim(standing(show, next).map((one) => one.id));
  };
  const picked = stance || rehearsal?.stance || "";
  const figures = drafting.who.map((one) => show.figures[one]).filter((one): one is Shown => !!one && !one.within);
  const reach = usePaces(seat, sheet, drafting.who);
  const reached = useReach(seat, sheet, { who: [...drafting.who], order: draft.order() });
  const traces = Object.entries(rehearsal?.ways ?? {}).map(([who, path]) => ({ who, path, cost: 0, budget: 0 }));
  const ends = to ? (rehearsal?.ends ?? {}) : {};
  useInteraction({
    grips: new Set([...mine.keys()]),
    pick: new Map(foes.map((one) => [one.id, one.id])),
    onPick: aim,
    armed: true,
    glow: new Set(at),
    onGrip: (figure) => mine.has(figure) && draft.take(mine.get(figure)!),
    onDrag: (figure, by, phase) => {
      if (phase === "start") {
        draft.take(mine.get(figure)!);
        pointing.patch({ unit: mine.get(figure)!.unit, figure });
        draft.grab();
      } else if (phase === "cancel") draft.drop();
      else draft.drag(by);
    },
    onCorner: (at) => draft.waypoint(at),
    onKey: (_, key, fine) => carriedBy(key, fine, keyed),
    onTurn: (turned, phase) => phase !== "start" && draft.turn(turned),
    handle: to ? { at: to, face: face ?? 0, reach: inches(HANDLE) } : null,
    traces,
    ribbon: to ? { way: [draft.centre(), ...drafting.via, to], wide: drafting.width || draft.spread() } : null,
    plates: platesOf(drafting, show),
    paces: paceRings(reach, stances, picked, figures, show),
    reached,
    ends,
    blocked: (rehearsal?.held ?? []).flatMap((one) => (one.at ? [{ from: one.who, at: one.at }] : [])),
    shots: (rehearsal?.attacks ?? []).map((one) => ({ from: one.who, to: one.at, chance: one.chance ?? null })),
  });
  const keyed = {
    nudge: (by: [number, number]) => draft.nudge(by),
    turnBy: (by: number) => draft.turn(((face ?? 0) + by + 36000) % 36000),
  };
  const open = openStances(sheet, stances);
  useKeys((event) => {
    const number = "123456789".indexOf(event.key);
    const key = event.key.toLowerCase();
    const pace = open[paceKey(key)];
    if (event.key === "Enter" && !onButton(event)) void give();
    else if (event.key === "Escape") draft.drop();
    else if (key === "f") byHand();
    else if (key === "w") draft.waypoint();
    else if (event.key === "[") draft.widen(-inches(WIDER));
    else if (event.key === "]") draft.widen(inches(WIDER));
    else if (event.key === ">" || event.key === "<") aimOn(event.key === ">" ? 1 : -1);
    else if (pace) draft.setStance(pace.id);
    else if (number >= 0 && ready[number]) pointing.patch({ unit: ready[number].unit, figure: ready[number].who[0] ?? "" });
    else return carriedBy(event.key, event.shiftKey, keyed);
    return true;
  });
  const label = stances.find((one) => one.id === picked)?.label ?? (to || traces.length ? "Go" : "Act");
  const idle = idleOptions(sheet);
  // how it is decides what comes of an order: whoever is frightened runs
  const warning = saidOf(sheet, show.units[unit]?.figures ?? []);
  const name = show.units[unit]?.name ?? "Orders";
  return (
    <div className="order">
      {ready.length > 1 && (
        <div className="segments order-units" role="group" aria-label="Which unit">
          {ready.map((one, i) => (
            <button
              key={one.unit}
              type="button"
              aria-pressed={one.unit === unit}
              onClick={() => pointing.patch({ unit: one.unit, figure: one.who[0] ?? "" })}
            >
              {show.units[one.unit]?.name ?? one.unit} {i < 9 && <kbd>{i + 1}</kbd>}
            </button>
          ))}
        </div>
      )}
      {warning && <p className="order-state">{warning}</p>}
      <OrderTools draft={draft} drafting={drafting} open={open} show={show} />
      {!to && !at.length && (
        <p className="hint">Drag {name} where it is to go, click an enemy to name a target, or give the order as it is:</p>
      )}
      <Corners count={to ? drafting.via.length : 0} straighten={() => draft.straighten()} />
      <Outlook drafting={drafting} show={show} label={label} />
      {why && (
        <p className="verdict bad" role="alert">
          {why}
        </p>
      )}
      <Peek>{rehearsal && (to || at.length) ? `${label}: ${inALine(rehearsal, show)}` : `${name}: ${label}`}</Peek>
      <MainButton label={`Do it: ${label.toLowerCase()}`} act={unit ? () => void give() : null} sending={sending} />
      <div className="buttons">
        {(to || at.length > 0 || stance) && (
          <button type="button" onClick={() => draft.drop()}>
            Drop <kbd>Esc</kbd>
          </button>
        )}
        {draft.hasLast && !to && !at.length && (
          <button type="button" onClick={() => draft.again()} title="As far as last time, the same way, at the same targets">
            Same again
          </button>
        )}
        <button type="button" onClick={byHand} title="Decide for each figure, as the rulebook asks">
          By hand <kbd>F</kbd>
        </button>
        <button
          type="button"
          disabled={sending}
          title="The rest of your turn is played as a good player would"
          onClick={() => void seat.give(plainOrder([], "turn"))}
        >
          Finish my turn
        </button>
        {apart(sheet, show).map((one) => (
          <button
            key={one.id}
            type="button"
            disabled={sending}
            aria-pressed={passing === one.id}
            title="Decided step by step, as the rulebook asks; press again"
            onClick={() => (passing === one.id ? void seat.answer(sheet, one.id) : setPassing(one.id))}
          >
            {labelOf(one)}
          </button>
        ))}
        {idle.map((one) => (
          <button
            key={one.id}
            type="button"
            disabled={sending}
            onClick={() => (passing === one.id ? void seat.answer(sheet, one.id) : setPassing(one.id))}
          >
            {passing === one.id
              ? `${labelOf(one)}: ${some(ready.length, "unit")} ${ready.length === 1 ? "has" : "have"} not acted`
              : labelOf(one)}
          </button>
        ))}
      </div>
    </div>
  );
}
