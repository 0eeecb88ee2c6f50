/** A move: drag a unit or a figure, see its way and its price, put single figures right, then confirm. */

import { useEffect, useMemo } from "react";
import { dearest, endsOf } from "../compose";
import { far, reach } from "../geometry";
import { keepDraft, keptDraft } from "../memory";
import { called, plain } from "../show";
import { useStore } from "../store";
import { RuleLink } from "../ui/RuleLink";
import type { Leg, MoveSheet } from "../wire";
import { capital } from "../words";
import { Buttons } from "./Buttons";
import { carried, useCarrying } from "./carrying";
import { takeOver } from "./dragHandoff";
import { useInteraction } from "./interaction";
import { Mover, type Moving } from "./mover";
import { type AskProps, useAdvice } from "./tools";

const HANDLE = 1400; // thousandths beyond the base

/** Manners of moving, as buttons: those with variants have one for each. */
function manners(sheet: MoveSheet): string[] {
  return Object.entries(sheet.verbs)
    .filter(([verb]) => verb !== "turn")
    .flatMap(([verb, data]) => (data.whats?.length ? data.whats.map((what) => `${verb} ${what}`) : [verb]));
}

const turnsOnly = (sheet: MoveSheet): boolean => Object.keys(sheet.verbs).every((verb) => verb === "turn");

export function MoveAsk({ sheet, show, seat, id, send, sending }: AskProps<MoveSheet>) {
  const mover = useMemo(
    () => new Mover(seat.live, sheet, () => seat.staged.get()!.scene.get().show, keptDraft<Leg[]>(id)),
    [seat, sheet, id],
  );
  const moving = useStore(mover.state);
  useEffect(() => {
    const begun = takeOver(sheet.start);
    if (begun) {
      mover.grab(begun.figure, false);
      mover.drag(begun.by, false);
    }
    void mover.probe(manners(sheet));
    return () => mover.stop();
  }, [mover, sheet]);
  const { legs, traces, why, rule, whole } = moving;
  useEffect(() => keepDraft(id, legs.length ? legs : null), [id, legs]);

  const confirm = async (): Promise<void> => {
    await mover.settled();
    if (!mover.state.get().why) send([...mover.state.get().legs]);
  };
  const advice = useAdvice(seat, sheet, (tried) => mover.lay(tried));
  const pose = mover.pose();
  const figure = show.figures[moving.mover];
  useInteraction(
    {
      grips: new Set(mover.grips()),
      onGrip: (one) => mover.take(one),
      onDrag: (one, by, phase, alone) => {
        if (phase === "start") mover.grab(one, alone);
        else if (phase === "cancel") mover.reset();
        else mover.drag(by, alone);
      },
      onKey: (one, key, fine) => {
        if (one) mover.take(one);
        return carried(mover, key, fine);
      },
      traces,
      ends: endsOf(traces),
      why,
      rule,
      glow: new Set(
        mover
          .group(moving.mover, false)
          .flatMap((one) => show.units[one]?.figures ?? [one])
          .filter((one) => !(one in endsOf(traces))),
      ),
      handle: { ...pose, reach: (figure ? reach(figure.size) : 500) + HANDLE },
      onTurn: (face, phase) => phase !== "start" && mover.turn(face),
    },
    [moving, sheet, show.figures],
  );
  useCarrying(mover, whole, confirm);
  return (
    <>
      <Manners mover={mover} moving={moving} sheet={sheet} />
      {Object.keys(sheet.start).length > 1 && (
        <div className="segments" role="group" aria-label="What follows a drag">
          <button type="button" aria-pressed={whole} onClick={() => mover.setWhole(true)}>
            Whole unit
          </button>
          <button type="button" aria-pressed={!whole} onClick={() => mover.setWhole(false)}>
            Single figures
          </button>
          <kbd>F</kbd>
        </div>
      )}
      <p className={why ? "verdict bad" : "verdict"} aria-live="polite">
        {why ? (
          <>
            {capital(plain(show, why))}. <RuleLink rule={rule} />
          </>
        ) : (
          <Price sheet={sheet} moving={moving} show={show} />
        )}
      </p>
      {moving.staying?.why && !legs.length && (
        <p className="must quiet">
          {`No staying: ${plain(show, moving.staying.why)}. `}
          <RuleLink rule={moving.staying.rule} />
        </p>
      )}
      <Buttons
        confirm={why || !(legs.length || moving.stays) ? null : () => void confirm()}
        label={moving.stays ? "Confirm: stay" : turnsOnly(sheet) ? "Confirm the facing" : "Confirm the move"}
        advice={advice}
        reset={legs.length || why ? () => mover.reset() : null}
        sending={sending}
      >
        {!moving.stays && (
          <button
            type="button"
            className="stay"
            onClick={() => send([])}
            disabled={sending || moving.staying?.why !== ""}
            title={plain(show, moving.staying?.why ?? "") || undefined}
          >
            Stay
          </button>
        )}
      </Buttons>
    </>
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

function Price({ sheet, moving, show }: { sheet: MoveSheet; moving: Moving; show: AskProps<MoveSheet>["show"] }) {
  const most = dearest(moving.traces);
  if (sheet.blind || !show.measures) return <>Drag on the table, or use the arrow keys.</>;
  if (turnsOnly(sheet) && !moving.legs.length && !moving.stays)
    return <>Drag the knob on the table to turn, or use Q and E; or stay as it is.</>;
  if (moving.stays) return <>{`${called(show, moving.mover)} stays where it is.`}</>;
  if (!most || !moving.legs.length) {
    const budget = sheet.budget[moving.mover];
    return (
      <>{`Drag ${called(show, moving.mover)} on the table, or use the arrow keys${budget ? `: up to ${far(budget, show.unit)}` : ""}.`}</>
    );
  }
  return (
    <>
      <strong>{far(most.cost, show.unit)}</strong>
      {` of ${far(most.budget, show.unit)} used, `}
      <strong>{far(Math.max(0, most.budget - most.cost), show.unit)}</strong>
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
