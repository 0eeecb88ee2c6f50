/** What a move and putting down have in common: a draft in hand, dragged on the table or carried by keys, then confirmed. */

import { type ReactNode, useEffect } from "react";
import { asSeen, inches } from "../geometry";
import { keepDraft } from "../memory";
import { useStore } from "../store";
import { RuleLink } from "../ui/RuleLink";
import type { MoveSheet, PlaceSheet, Point } from "../wire";
import { capital, some } from "../words";
import { Buttons } from "./Buttons";
import type { Draft, Drafted } from "./draft";
import { type Interaction, type Plate, useInteraction } from "./interaction";
import { type AskProps, onButton, useAdvice, useKeys } from "./tools";

const HANDLE = 1.4; // inches from the front of what is turned to the handle
const INCH = 1000;
const FINE = 250;
const TURN = 1500; // hundredths of a degree
const FINE_TURN = 300;
const ARROWS: Record<string, Point> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export interface Carrying {
  nudge(by: Point): void;
  turnBy(by: number): void;
}

/** Keys that carry and turn what is in hand; true when the key meant that. */
export function carriedBy(key: string, fine: boolean, draft: Carrying): boolean {
  const arrow = ARROWS[key];
  const step = fine ? FINE : INCH;
  if (arrow) draft.nudge(asSeen([arrow[0] * step, arrow[1] * step]));
  else if (key === "q" || key === "Q") draft.turnBy(-(fine ? FINE_TURN : TURN));
  else if (key === "e" || key === "E") draft.turnBy(fine ? FINE_TURN : TURN);
  else return false;
  return true;
}

/** That a way is bent as the hand went, and how to have it straight. */
export function Corners({ count, straighten }: { count: number; straighten: () => void }) {
  if (!count) return null;
  return (
    <p className="corners quiet">
      {`As you drew it, round ${some(count, "corner")}. `}
      <button type="button" className="chip" onClick={straighten}>
        Go straight
      </button>
    </p>
  );
}

/** Beside what is stopped: why it goes no farther. */
const stopped = (why: string, at: Point, ends: Interaction["ends"] = {}): Plate => ({
  tone: "risk",
  text: why,
  short: "No farther",
  at,
  round: Object.values(ends).map(([x, y]): Point => [x, y]),
});

interface Props<Part, State extends Drafted<Part>, Wish> {
  ask: AskProps<MoveSheet | PlaceSheet>;
  draft: Draft<Part, State, Wish>;
  /** What the table shows of this kind of draft. */
  shown: Partial<Interaction>;
  /** How far the front of what can be turned lies from its middle; null: nothing can. */
  front: number | null;
  /** How all together and one by one are called; null: there is but one. */
  together: readonly [string, string] | null;
  manners: ReactNode;
  /** What to do or what it costs, as long as nothing is wrong. */
  hint: ReactNode;
  label: string;
  ready: boolean;
  /** Is there anything to take back? */
  changed: boolean;
  note?: ReactNode;
  children?: ReactNode;
}

export function HandAsk<Part, State extends Drafted<Part>, Wish>(props: Props<Part, State, Wish>) {
  const { ask, draft, shown, front, together, hint } = props;
  const { sheet, seat, id, send, sending } = ask;
  const { answer, why, rule, short, whole } = useStore(draft.state);
  useEffect(() => keepDraft(id, answer.length ? answer : null), [id, answer]);
  const confirm = async (): Promise<void> => {
    await draft.settled();
    if (!draft.state.get().why) send([...draft.state.get().answer]);
  };
  const advice = useAdvice(seat, sheet, (tried) => draft.lay(tried));
  useInteraction({
    onGrip: (one) => draft.take(one),
    onCorner: (at) => draft.waypoint(at),
    onDrag: (one, by, phase, alone) => {
      if (phase === "start") draft.grab(one, alone);
      else if (phase === "cancel") draft.reset();
      else draft.drag(by, alone);
    },
    onKey: (one, key, fine) => {
      if (one) draft.take(one);
      return carriedBy(key, fine, draft);
    },
    onTurn: (face, phase) => phase !== "start" && draft.turn(face),
    handle: front === null ? null : { ...draft.pose(), reach: front + inches(HANDLE) },
    why,
    rule,
    ...shown,
    plates: [...(shown.plates ?? []), ...(short && !why ? [stopped(short, draft.pose().at, shown.ends)] : [])],
  });
  useKeys((event) => {
    if (carriedBy(event.key, event.shiftKey, draft)) return true;
    if (event.key === "Enter" && !onButton(event)) void confirm();
    else if (event.key === "Escape") draft.reset();
    else if (event.key.toLowerCase() === "f") draft.setWhole(!whole);
    else if (event.key.toLowerCase() === "w") draft.waypoint();
    else return false;
    return true;
  });
  return (
    <>
      {props.manners}
      {together && (
        <div className="segments" role="group" aria-label="What follows a drag">
          <button type="button" aria-pressed={whole} onClick={() => draft.setWhole(true)}>
            {together[0]}
          </button>
          <button type="button" aria-pressed={!whole} onClick={() => draft.setWhole(false)}>
            {together[1]}
          </button>
          <kbd>F</kbd>
        </div>
      )}
      <p className={why ? "verdict bad" : "verdict"} aria-live="polite">
        {why ? (
          <>
            {capital(why)}. <RuleLink rule={rule} />
          </>
        ) : (
          hint
        )}
        {!why && short && (
          <span className="verdict-short">
            {` No farther: ${short}. `}
            <RuleLink rule={rule} />
          </span>
        )}
      </p>
      <Corners count={draft.corners} straighten={() => draft.straighten()} />
      {props.note}
      <Buttons
        confirm={why || !props.ready ? null : () => void confirm()}
        label={props.label}
        advice={advice}
        reset={props.changed || why ? () => draft.reset() : null}
        sending={sending}
      >
        {props.children}
      </Buttons>
    </>
  );
}
