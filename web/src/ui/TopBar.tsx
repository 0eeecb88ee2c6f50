/** Over the table: which battle, where it stands, whose decision it is, and what else one can do. */

import type { ReactNode } from "react";
import { Link } from "../router";
import { partyName, sideNumber } from "../show";
import { SideSign } from "../table/Symbols";
import type { Deck, Show } from "../wire";
import { capital } from "../words";
import { Popover } from "./Popover";
import { ThemeButton } from "./ThemeButton";

const NAMED = 2; // cards that were turned and still lie there with their names

/** Cards that say who acts: the last ones turned, and the backs of those to come; whose they are is told where one points. */
function DeckLine({ deck, show }: { deck: Deck; show: Show }) {
  const { drawn = [], left = [] } = deck;
  const { unit } = show.tracker;
  const turned = [...drawn.filter((id) => id !== unit), ...(unit ? [unit] : [])].slice(-NAMED);
  const told = left.map(([side, count]) => `${count} of ${partyName(show, side)}`).join(", ");
  const words = told ? `still face down: ${told}` : "all cards are turned";
  return (
    <ul className="deck" aria-label={`Cards, ${words}`} title={capital(words)}>
      {turned.map((id) => (
        <li key={id} className={id === unit ? "card-now" : "card-turned"}>
          <SideSign side={sideNumber(show, show.units[id]?.side ?? "")} />{" "}
          <span className="deck-name">{show.units[id]?.name ?? id}</span>
        </li>
      ))}
      {left.flatMap(([side, count]) =>
        Array.from({ length: count }, (_, i) => <li key={`${side} ${i}`} className="card-back" aria-hidden="true" />),
      )}
    </ul>
  );
}

export function TrackerLine({ show }: { show: Show }) {
  const { tracker } = show;
  const round = tracker.round
    ? `${capital(tracker.word ?? "round")} ${tracker.round}${tracker.rounds ? ` of ${tracker.rounds}` : ""}`
    : "";
  return (
    <div className="tracker" aria-label="Where the battle stands" role="group">
      <span className="chip still">
        {[round, tracker.phase && !(round && tracker.phase === "turns") ? capital(tracker.phase) : ""]
          .filter(Boolean)
          .join(" · ") || "…"}
      </span>
      {tracker.order && tracker.order.length > 1 && (
        <span className="tracker-order" role="group" aria-label="Order of the sides">
          {tracker.order.map((side) => (
            <span key={side} className={side === tracker.side ? "tracker-now" : ""}>
              <SideSign side={sideNumber(show, side)} title={partyName(show, side)} />
            </span>
          ))}
        </span>
      )}
      {tracker.deck && <DeckLine deck={tracker.deck} show={show} />}
      {!tracker.deck && tracker.unit && show.units[tracker.unit] && (
        <span className="tracker-acting">{show.units[tracker.unit]!.name}</span>
      )}
      {tracker.stages && tracker.stages.length > 0 && (
        <ol className="tracker-stages">
          {tracker.stages.map((stage) => (
            <li
              key={stage.name}
              className={`tracker-stage-${stage.when}`}
              aria-current={stage.when === "now" ? "step" : undefined}
            >
              {stage.name}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The promise about the dice, in words. */
export function Seed({ commitment, seed }: { commitment: string; seed: string }) {
  if (!commitment) return null;
  return (
    <Popover
      label={
        seed ? (
          "seed revealed"
        ) : (
          <>
            seed <span className="wide-word">committed</span> <code>{`${commitment.slice(0, 4)}…${commitment.slice(-2)}`}</code>
          </>
        )
      }
      className="seed"
    >
      {() => (
        <div className="prose small">
          <p>
            All dice of this battle come from one secret number. Before the first decision the server promised it by this hash:
          </p>
          <p>
            <code className="long">{commitment}</code>
          </p>
          {seed ? (
            <>
              <p>The battle is over, and here is the number. It fits the promise, and every die follows from it:</p>
              <p>
                <code className="long">{seed}</code>
              </p>
              <p>
                Download the journal and run <code>littlewars verify FILE</code> to see for yourself.
              </p>
            </>
          ) : (
            <p>
              It is revealed when the battle ends. Then anybody can check that it fits, and that every die fell as it had to.
            </p>
          )}
        </div>
      )}
    </Popover>
  );
}

export function TopBar({
  title,
  about = "",
  children,
  show,
}: {
  title: string;
  about?: string;
  children: ReactNode;
  show: Show | null;
}) {
  return (
    <header className="topbar">
      <Link href="/" className="brand">
        Little Wars
      </Link>
      <div className="battle-name">
        <h1>{title}</h1>
        {about && <span>{about}</span>}
      </div>
      {show && <TrackerLine show={show} />}
      <span className="grow" />
      {children}
      <ThemeButton />
    </header>
  );
}
