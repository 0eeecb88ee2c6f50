/** The decision at hand: whose it is, under which rule, and the means to make it. */

import { useEffect, useMemo, useRef, useState } from "react";
import { OrderPanel } from "../order/OrderPanel";
import { isDeploying, mayFinish, plainOrder, readyUnits } from "../order/orderable";
import { type LiveSeat, questionOf } from "../seat";
import { settings } from "../settings";
import { type Store, useSlice, useStore } from "../store";
import { Peek } from "../ui/Dock";
import { RuleLink } from "../ui/RuleLink";
import { RuleName } from "../ui/RuleName";
import type { Order, Sheet, Show, Stance } from "../wire";
import { capital } from "../words";
import { Allocate } from "./Allocate";
import { Arrange } from "./Arrange";
import { Assign } from "./Assign";
import { Choose } from "./Choose";
import { ChooseSome } from "./ChooseSome";
import { MoveAsk } from "./MoveAsk";
import { NumberAsk } from "./NumberAsk";
import { PlaceAsk } from "./PlaceAsk";

const NONE: readonly Stance[] = [];
const STEP = 5; // per cent

/** Whoever decides for each of a unit goes on so until another one is asked about: the unit, or the question, decided by hand. */
export function stillByHand(now: string, hand: string, question: string): string {
  const whichUnit = now.includes("/"); // it was begun with the question which unit acts: then it is for the one that was chosen
  return now === hand || (whichUnit && hand !== question) ? hand : "";
}

/** The panel for one question; several at once have a tab each. */
export function Decision({ seat, show, handled }: { seat: LiveSeat; show: Show; handled: Store<string> }) {
  const seated = useStore(seat.state);
  const asks = seated.now.asks ?? [];
  const [part, setPart] = useState(-1);
  const sheet = asks.find((ask) => ask.part === part) ?? asks[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const { orders } = useStore(settings);
  const stances = seated.table?.stances ?? NONE;
  const ready = useMemo(
    () => (orders && asks.length === 1 ? readyUnits(sheet, show, stances) : []),
    [orders, asks.length, sheet, show, stances],
  );
  const id = sheet ? `${seated.table?.game}/${questionOf(sheet)}` : "";
  const hand = sheet?.unit || id;
  useEffect(() => handled.set(stillByHand(handled.get(), hand, id)), [handled, hand, id]);
  const byHand = useStore(handled) === hand;
  useEffect(() => {
    // whoever plays by keys goes on where the next question is; nobody is torn away from the table or from typing
    const at = document.activeElement;
    if (id && (!at || at === document.body || at.closest?.("[data-decision]"))) heading.current?.focus({ preventScroll: true });
  }, [id]);
  if (!sheet) return null;
  return (
    <section className="decision" data-decision={sheet.kind} data-ask={id} aria-label="Your decision">
      {asks.length > 1 && (
        <div className="segments" role="group" aria-label="Decisions to make">
          {asks.map((ask, i) => (
            <button key={ask.part} type="button" aria-pressed={ask === sheet} onClick={() => setPart(ask.part)}>
              {i + 1}
            </button>
          ))}
        </div>
      )}
      <h2 ref={heading} tabIndex={-1} aria-live="polite">
        <span className="quiet">Your decision</span> {capital(sheet.prompt)}
      </h2>
      <p className="decision-rule">
        <RuleName rule={sheet.rule} text />
        {sheet.blind && <span className="quiet"> · decided before anything is measured</span>}
      </p>
      {ready.length > 0 && !byHand && sheet.kind === "choose" ? (
        <OrderPanel
          key="order"
          sheet={sheet}
          seat={seat}
          show={show}
          ready={ready}
          stances={stances}
          sending={seated.sending}
          byHand={() => handled.set(hand)}
        />
      ) : (
        <>
          <Peek>{capital(sheet.prompt)}</Peek>
          <Panel key={id} sheet={sheet} seat={seat} show={show} id={id} sending={seated.sending} />
          <Shortcuts sheet={sheet} seat={seat} show={show} />
        </>
      )}
      {seated.refused && (
        <p className="verdict bad" role="alert">
          {capital(seated.refused.text)}. <RuleLink rule={seated.refused.rule} />
        </p>
      )}
    </section>
  );
}

/** What need not be decided one by one. */
function Shortcuts({ sheet, seat, show }: { sheet: Sheet; seat: LiveSeat; show: Show }) {
  const together = useSlice(seat.state, ({ now }) => (now.waiting ?? []).length > 1);
  const rest = mayFinish(sheet, show);
  const give = (order: Order): void => void seat.give(order);
  if (together) return null;
  if (sheet.topic === "react") return <Standing sheet={sheet} seat={seat} />;
  if (isDeploying(sheet, show))
    return (
      <div className="buttons shortcuts">
        <button
          type="button"
          onClick={() => give(plainOrder([], "placed"))}
          title="Everything that is left is put down as a good player would"
        >
          Deploy for me
        </button>
      </div>
    );
  if (!rest.length) return null;
  return (
    <div className="buttons shortcuts">
      <button
        type="button"
        onClick={() => give(plainOrder(rest))}
        title="The others of this unit act as a good player would have them"
      >
        Finish this unit
      </button>
      <button
        type="button"
        onClick={() => give(plainOrder([], "turn"))}
        title="The rest of your turn is played as a good player would"
      >
        Finish my turn
      </button>
    </div>
  );
}

/** Said once, done whenever this rule lets one react. */
function Standing({ sheet, seat }: { sheet: Sheet; seat: LiveSeat }) {
  const [least, setLeast] = useState(50);
  const stand = (policy: "pass" | "advise" | number): void => void seat.wish({ do: "stand", rule: sheet.rule, policy });
  return (
    <div className="buttons shortcuts" role="group" aria-label="Whenever this is asked">
      <button type="button" onClick={() => stand("pass")}>
        Always let pass
      </button>
      <button type="button" onClick={() => stand("advise")} title="Whenever a good player would">
        Always answer when it pays
      </button>
      <button type="button" onClick={() => stand(least)}>
        {`Answer at ${least} % or better`}
      </button>
      <input
        type="range"
        aria-label="At how many per cent"
        min={STEP}
        max={100 - STEP}
        step={STEP}
        value={least}
        onChange={(event) => setLeast(Number(event.target.value))}
      />
    </div>
  );
}

function Panel({ sheet, seat, show, id, sending }: { sheet: Sheet; seat: LiveSeat; show: Show; id: string; sending: boolean }) {
  const send = (answer: unknown): void => void seat.answer(sheet, answer);
  const rest = { seat, show, id, send, sending };
  switch (sheet.kind) {
    case "choose":
      return <Choose sheet={sheet} {...rest} />;
    case "choose-some":
      return <ChooseSome sheet={sheet} {...rest} />;
    case "number":
      return <NumberAsk sheet={sheet} {...rest} />;
    case "assign":
      return <Assign sheet={sheet} {...rest} />;
    case "allocate":
      return <Allocate sheet={sheet} {...rest} />;
    case "arrange":
      return <Arrange sheet={sheet} {...rest} />;
    case "move":
      return <MoveAsk sheet={sheet} {...rest} />;
    case "place":
      return <PlaceAsk sheet={sheet} {...rest} />;
  }
}
