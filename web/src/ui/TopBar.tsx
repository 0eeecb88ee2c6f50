/** Over the table: which battle, where it stands, whose decision it is, and what else one can do. */

import type { ReactNode } from "react";
import { Link } from "../router";
import { partyName, sideNumber } from "../show";
import { SideSign } from "../table/Symbols";
import type { Show } from "../wire";
import { capital } from "../words";
import { Popover } from "./Popover";
import { ThemeButton } from "./ThemeButton";

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
      {tracker.unit && show.units[tracker.unit] && <span className="tracker-acting">{show.units[tracker.unit]!.name}</span>}
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
