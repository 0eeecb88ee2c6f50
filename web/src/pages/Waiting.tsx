/** When there is nothing to decide: who decides, or what is being shown. */

import type { LiveSeat } from "../seat";
import { partyName, sideNumber } from "../show";
import { useStore } from "../store";
import { SideSign } from "../table/Symbols";
import { Peek } from "../ui/Dock";
import { RuleName } from "../ui/RuleName";
import type { Show } from "../wire";

interface Props {
  seat: LiveSeat;
  show: Show;
  busy: boolean;
  /** Has whoever watches halted it? */
  held: boolean;
  own: readonly string[];
}

export function Waiting({ seat, show, busy, held, own }: Props) {
  const { now, seats } = useStore(seat.state);
  const waiting = now.waiting ?? [];
  const nameOf = (side: string): string => seats.find((one) => one.side === side)?.name || partyName(show, side);
  return (
    <section className="decision idle" aria-label="Whose decision it is">
      <Peek>
        {held
          ? "Halted"
          : busy
            ? "It happens…"
            : now.result
              ? "The battle is over"
              : `Waiting for ${waiting.map(nameOf).join(" and ") || "others"}`}
      </Peek>
      <h2 aria-live="polite">
        {held ? (
          <span className="quiet">Halted</span>
        ) : busy ? (
          <span className="quiet">
            It happens… <small>hold Space to skip</small>
          </span>
        ) : now.result ? (
          "The battle is over"
        ) : waiting.length ? (
          <span className="quiet">
            Waiting for{" "}
            {waiting.map((side, i) => (
              <span key={side}>
                {i > 0 && " and "}
                <SideSign side={sideNumber(show, side)} /> {nameOf(side)}
              </span>
            ))}
            {now.rule && (
              <small className="waiting-for">
                <RuleName rule={now.rule} />
              </small>
            )}
          </span>
        ) : (
          <span className="quiet">{own.length ? "One moment…" : "Watching"}</span>
        )}
      </h2>
    </section>
  );
}
