/** A move: drag a unit or a figure, see its way and its price, put single figures right, then confirm. */

import { useEffect, useMemo } from "react";
import { dearest, endsOf } from "../compose";
import { between, far, reach } from "../geometry";
import { keptDraft } from "../memory";
import { called } from "../show";
import { useStore } from "../store";
import { RuleLink } from "../ui/RuleLink";
import type { Leg, MoveSheet, Show, Trace } from "../wire";
import { capital } from "../words";
import { takeOver } from "./dragHandoff";
import { HandAsk } from "./HandAsk";
import type { Plate } from "./interaction";
import { Met } from "./Met";
import { Mover, type Moving } from "./mover";
import { useReach } from "./reach";
import type { AskProps } from "./tools";

/** Manners of moving, as buttons: those with variants have one for each. */
function manners(sheet: MoveSheet): string[] {
  return Object.entries(sheet.verbs)
    .filter(([verb]) => verb !== "turn")
    .flatMap(([verb, data]) => (data.whats?.length ? data.whats.map((what) => `${verb} ${what}`) : [verb]));
}

/** Beside the end of the dearest way: what it costs, and what is left. */
function pricePlates(traces: readonly Trace[], show: Show): Plate[] {
  const most = dearest(traces);
  const at = most?.path[most.path.length - 1];
  if (!most || !at || most.budget <= 0) return [];
  const left = far(Math.max(0, most.budget - most.cost), show);
  return [{ tone: "way", text: `${far(most.cost, show)} of ${far(most.budget, show)}, ${left} left`, at }];
}

const turnsOnly = (sheet: MoveSheet): boolean => Object.keys(sheet.verbs).every((verb) => verb === "turn");

export function MoveAsk(ask: AskProps<MoveSheet>) {
  const { sheet, show, seat, id, send, sending } = ask;
  const mover = useMemo(
    () => new Mover(seat.live, sheet, () => seat.staged.get()!.scene.get().show, keptDraft<Leg[]>(id)),
    [seat, sheet, id],
  );
  const moving = useStore(mover.state);
  useEffect(() => {
    const begun = takeOver(sheet.start);
    if (begun) {
      mover.grab(begun.figure);
      mover.drag(begun.by, false);
    }
    void mover.probe(manners(sheet));
    return () => mover.stop();
  }, [mover, sheet]);
  const { answer, traces, held, stays, staying } = moving;
  const ends = endsOf(traces);
  const group = mover.group(held, false).flatMap((one) => show.units[one]?.figures ?? [one]);
  const size = show.figures[held]?.size;
  const reached = useReach(seat, sheet, { who: mover.group(held, false), verb: moving.verb });
  return (
    <HandAsk
      ask={ask}
      draft={mover}
      shown={{
        grips: new Set(mover.grips()),
        traces,
        ends,
        reached,
        plates: sheet.blind || moving.why ? [] : pricePlates(traces, show),
        glow: new Set(group.filter((one) => !(one in ends))),
      }}
      front={size ? reach(size) : 500}
      together={Object.keys(sheet.start).length > 1 ? ["Whole unit", "Single figures"] : null}
      manners={<Manners mover={mover} moving={moving} sheet={sheet} />}
      hint={<Price sheet={sheet} moving={moving} show={show} />}
      label={stays ? "Confirm: stay" : turnsOnly(sheet) ? "Confirm: the facing" : "Confirm: the move"}
      ready={answer.length > 0 || stays}
      changed={answer.length > 0}
      note={
        <>
          <Met traces={traces} show={show} blind={!!sheet.blind} />
          {staying?.why && !answer.length && (
            <p className="move-must quiet">
              {`No staying: ${staying.why}. `}
              <RuleLink rule={staying.rule} />
            </p>
          )}
        </>
      }
    >
      {!stays && (
        <button
          type="button"
          className="stay"
          onClick={() => send([])}
          disabled={sending || staying?.why !== ""}
          title={staying?.why || undefined}
        >
          Stay
        </button>
      )}
    </HandAsk>
  );
}

function Manners({ mover, moving, sheet }: { mover: Mover; moving: Moving; sheet: MoveSheet }) {
  return (
    <div className="manners" role="group" aria-label="Manner of moving">
      {manners(sheet).map((verb) => {
        const times = moving.poses.filter((pose) => pose === verb).length;
        return (
          <button
            key={verb}
            type="button"
            aria-pressed={moving.verb === verb || times > 0}
            className={moving.cannot[verb] ? "cannot" : ""}
            title={moving.cannot[verb]}
            onClick={() => mover.setVerb(verb)}
          >
            {capital(verb)}
            {times > 1 && ` ×${times}`}
          </button>
        );
      })}
    </div>
  );
}

function Price({ sheet, moving, show }: { sheet: MoveSheet; moving: Moving; show: Show }) {
  const most = dearest(moving.traces);
  if (sheet.blind) return <>Drag on the table, or use the arrow keys.</>;
  if (turnsOnly(sheet) && !moving.answer.length && !moving.stays)
    return <>Drag the knob on the table to turn, or use Q and E; or stay as it is.</>;
  if (moving.stays) return <>{`${called(show, moving.held)} stays where it is.`}</>;
  if (!most || !moving.answer.length) {
    const budget = sheet.budget[moving.held];
    const least = sheet.least[moving.held];
    const length = budget ? `: ${least ? between(least, budget, show) : `up to ${far(budget, show)}`}` : "";
    return <>{`Drag ${called(show, moving.held)} on the table, or use the arrow keys${length}.`}</>;
  }
  return (
    <>
      <strong>{far(most.cost, show)}</strong>
      {` of ${far(most.budget, show)} used, `}
      <strong>{far(Math.max(0, most.budget - most.cost), show)}</strong>
      {" left"}
      <progress
        className="fuel"
        max={Math.max(1, most.budget)}
        value={Math.min(most.cost, most.budget)}
        aria-label="Used of what there is"
      />
    </>
  );
}
