/** The decision at hand: whose it is, under which rule, and the means to make it. */

import { useEffect, useRef, useState } from "react";
import { type LiveSeat, questionOf } from "../seat";
import { useStore } from "../store";
import { RuleLink } from "../ui/RuleLink";
import { RuleName } from "../ui/RuleName";
import type { Sheet, Show } from "../wire";
import { capital } from "../words";
import { Allocate } from "./Allocate";
import { Arrange } from "./Arrange";
import { Assign } from "./Assign";
import { Choose } from "./Choose";
import { ChooseSome } from "./ChooseSome";
import { MoveAsk } from "./MoveAsk";
import { NumberAsk } from "./NumberAsk";
import { PlaceAsk } from "./PlaceAsk";

/** The panel for one question; several at once have a tab each. */
export function Decision({ seat, show }: { seat: LiveSeat; show: Show }) {
  const seated = useStore(seat.state);
  const asks = seated.now.asks ?? [];
  const [part, setPart] = useState(-1);
  const sheet = asks.find((ask) => ask.part === part) ?? asks[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const id = sheet ? `${seated.table?.game}/${questionOf(sheet)}` : "";
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
      <Panel key={id} sheet={sheet} seat={seat} show={show} id={id} sending={seated.sending} />
      {seated.refused && (
        <p className="verdict bad" role="alert">
          {capital(seated.refused.text)}. <RuleLink rule={seated.refused.rule} />
        </p>
      )}
    </section>
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
