/** One order to a whole unit: take it, send it somewhere, name a target, and give the order. Once shows, twice does. */

import { useContext, useEffect, useMemo, useState } from "react";
import { carriedBy } from "../asks/HandAsk";
import { useInteraction } from "../asks/interaction";
import { labelOf } from "../asks/options";
import { onButton, useKeys } from "../asks/tools";
import { far, inches } from "../geometry";
import type { LiveSeat } from "../seat";
import { friends, standing } from "../show";
import { useStore } from "../store";
import { PointingContext } from "../table/pointer";
import type { ChooseSheet, Rehearsal, Show, Stance } from "../wire";
import { percent, some } from "../words";
import { OrderDraft } from "./draft";
import { idleOptions, openStances, plainOrder, type Ready } from "./orderable";

const HANDLE = 3; // inches from the middle of the unit to the handle that turns its front

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
  const { unit: pointed } = useStore(pointing);
  const draft = useMemo(() => new OrderDraft(seat.live, () => seat.staged.get()?.scene.get().show ?? null), [seat]);
  const [passing, setPassing] = useState("");
  const drafting = useStore(draft.state);
  const { rehearsal, unit, at, to, face, stance, hold, why, thinking } = drafting;
  const inHand = ready.find((one) => one.unit === pointed) ?? ready.find((one) => one.unit === unit) ?? ready[0];
  useEffect(() => {
    if (inHand) draft.take(inHand);
  }, [draft, inHand]);

  const mine = useMemo(() => new Map(ready.flatMap((one) => one.who.map((name) => [name, one]))), [ready]);
  const foes = Object.values(show.figures).filter((one) => !one.within && !friends(show, one.side, sheet.side));
  const give = async (): Promise<void> => {
    draft.given();
    await seat.give(draft.order());
  };
  const aim = (figure: string): void => {
    const enemy = show.figures[figure]?.unit ?? "";
    if (draft.aim(standing(show, enemy).map((one) => one.id))) void give();
  };
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
    onKey: (_, key, fine) => carriedBy(key, fine, keyed),
    onTurn: (turned, phase) => phase !== "start" && draft.turn(turned),
    handle: to ? { at: to, face: face ?? 0, reach: inches(HANDLE) } : null,
    traces,
    ends,
    shots: (rehearsal?.attacks ?? []).map((one) => ({ from: one.who, to: one.at, chance: one.chance ?? null })),
  });
  const keyed = {
    nudge: (by: [number, number]) => draft.nudge(by),
    turnBy: (by: number) => draft.turn(((face ?? 0) + by + 36000) % 36000),
  };
  useKeys((event) => {
    const number = "123456789".indexOf(event.key);
    if (event.key === "Enter" && !onButton(event)) void give();
    else if (event.key === "Escape") draft.drop();
    else if (event.key.toLowerCase() === "f") byHand();
    else if (number >= 0 && ready[number]) pointing.patch({ unit: ready[number].unit, figure: ready[number].who[0] ?? "" });
    else return carriedBy(event.key, event.shiftKey, keyed);
    return true;
  });
  const open = openStances(sheet, stances);
  const picked = stance || rehearsal?.stance || "";
  const label = stances.find((one) => one.id === picked)?.label ?? (to ? "go" : "act");
  const idle = idleOptions(sheet);
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
      <p className="hint">
        {to || at.length ? (
          <Outlook rehearsal={rehearsal} show={show} unit={unit} thinking={thinking} />
        ) : (
          "Drag the unit where it is to go, click an enemy to name a target, or give the order as it is: best targets from where they stand."
        )}
      </p>
      {open.length > 1 && (
        <div className="manners order-stances" role="group" aria-label="How">
          {open.map((one) => (
            <button
              key={one.id}
              type="button"
              title={one.about}
              aria-pressed={stance === one.id || (!stance && rehearsal?.stance === one.id)}
              onClick={() => draft.setStance(one.id)}
            >
              {one.label}
            </button>
          ))}
          <button type="button" aria-pressed={hold} onClick={() => draft.setHold(!hold)}>
            Hold fire
          </button>
        </div>
      )}
      {why && (
        <p className="verdict bad" role="alert">
          {why}
        </p>
      )}
      <div className="buttons">
        <button type="button" className="main" disabled={sending || !unit} onClick={() => void give()}>
          {`Do it: ${label.toLowerCase()}`} <kbd>Enter</kbd>
        </button>
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
        {draft.hasLast && !to && !at.length && (
          <button type="button" onClick={() => draft.again()} title="As far as last time, the same way, at the same targets">
            Same again
          </button>
        )}
        {(to || at.length > 0 || stance) && (
          <button type="button" onClick={() => draft.drop()}>
            Reset <kbd>Esc</kbd>
          </button>
        )}
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

/** What the order would bring, in a line. */
function Outlook({
  rehearsal,
  show,
  unit,
  thinking,
}: {
  rehearsal: Rehearsal | null;
  show: Show;
  unit: string;
  thinking: boolean;
}) {
  if (!rehearsal) return <>{thinking ? "Rehearsing…" : ""}</>;
  if (!show.measures) return <output aria-live="polite">Declared first, measured after: nobody knows how far they get.</output>;
  const { attacks = [], expected = 0, chance, watchers = [], short = [], ends = {}, stop } = rehearsal;
  const farthest = Math.max(
    0,
    ...Object.entries(ends).map(([name, [x, y]]) => {
      const at = show.figures[name]?.at;
      return at ? Math.hypot(x - at[0], y - at[1]) : 0;
    }),
  );
  const targets = [...new Set(attacks.map((one) => show.units[show.figures[one.at]?.unit ?? ""]?.name ?? ""))].filter(Boolean);
  const parts = [
    farthest > 0 && show.measures ? `${Object.keys(ends).length} go up to ${far(Math.round(farthest), show)}` : "",
    short.length ? `${some(short.length, "figure")} cannot get all the way` : "",
    attacks.length ? `${some(attacks.length, "attack")} on ${targets.join(", ")}` : "nobody attacks",
    typeof chance === "number" ? `${expected.toFixed(1)} fall on average (${percent(chance)} at least one)` : "",
    watchers.length ? `${watchers.map((one) => show.units[one]?.name ?? one).join(", ")} may answer` : "",
    stop ? `halts: ${stop.text}` : "",
  ].filter(Boolean);
  return (
    <output aria-live="polite" data-unit={unit}>
      {parts.join(" · ")}
    </output>
  );
}
