/** When there is nothing to decide: who decides, or what is being shown. */

import type { Seated } from "../seat";
import { partyName, sideNumber } from "../show";
import type { Scene } from "../stage";
import { SideSign } from "../table/Symbols";
import { RuleName } from "../ui/RuleName";

export function Waiting({ seated, scene, own }: { seated: Seated; scene: Scene; own: readonly string[] }) {
  const { show, busy } = scene;
  const { now } = seated;
  const waiting = now.waiting ?? [];
  const nameOf = (side: string): string => seated.seats.find((seat) => seat.side === side)?.name || partyName(show, side);
  return (
    <section className="decision idle" aria-label="Whose decision it is">
      <h2 aria-live="polite">
        {busy ? (
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
