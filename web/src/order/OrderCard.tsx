/** An order that is being carried out, or that halts: what, how far, and what may be done about it. */

import { onButton, useKeys } from "../asks/tools";
import type { LiveSeat } from "../seat";
import type { Scene } from "../stage";
import { type Store, useSlice } from "../store";
import { MainButton } from "../ui/Dock";
import { linesOf, together } from "../ui/story";
import type { Carried, Show } from "../wire";
import { capital } from "../words";

const WHY: Record<string, string> = {
  interrupt: "Somebody has acted",
  loss: "Losses",
  short: "It does not get there",
  spend: "Something scarce could be used",
  choice: "This is for you to decide",
  halt: "Halted",
  line: "The line was broken",
};

const BEATS = 8; // of the story, in which whatever halts an order has happened
const LINES = 3;

/** What has happened last, in the story's own words. */
function Lately({ scene }: { scene: Store<Scene> }) {
  const story = useSlice(scene, (now) => now.story);
  const lines = together(linesOf(story.slice(-BEATS))).slice(-LINES);
  return (
    <ul className="lately" aria-label="What happened last">
      {lines.map((line, i) => (
        <li key={i}>{capital(line.text)}</li>
      ))}
    </ul>
  );
}

interface Props {
  carried: Carried;
  seat: LiveSeat;
  scene: Store<Scene>;
  show: Show;
  takeBack: () => void;
}

export function OrderCard({ carried, seat, scene, show, takeBack }: Props) {
  const { order, stop, entries } = carried;
  const unit = show.figures[order.who[0] ?? ""]?.unit ?? "";
  const name = show.units[unit]?.name ?? (order.scope === "placed" ? "Deployment" : "Your turn");
  const steer = (how: "halt" | "go" | "drop"): void => void seat.wish({ do: "steer", how });
  useKeys((event) => {
    if (stop && event.key === "Enter" && !onButton(event)) steer("go");
    else if (!stop && event.key === " ") steer("halt");
    else return false;
    return true;
  });
  if (!stop)
    return (
      <section className="decision order-card" aria-label="Your order">
        <h2 aria-live="polite">
          <span className="quiet">Your order</span> {name}
        </h2>
        <p className="hint">{`It is carried out: ${entries} ${entries === 1 ? "step" : "steps"} so far.`}</p>
        <div className="buttons">
          <button type="button" onClick={() => steer("halt")}>
            Halt <kbd>Space</kbd>
          </button>
        </div>
        <MainButton label="Under way" act={null} />
      </section>
    );
  return (
    <section className="decision order-card halted" aria-label="Your order halts">
      <h2 aria-live="assertive">
        <span className="quiet">{WHY[stop.why] ?? "It halts"}</span> {name}
      </h2>
      <p className="hint">{`${capital(stop.text)}. ${entries} ${entries === 1 ? "step is" : "steps are"} done.`}</p>
      <Lately scene={scene} />
      <div className="buttons">
        <MainButton label={`Carry on: ${name}`} act={() => steer("go")} />
        <button type="button" onClick={() => steer("drop")}>
          By hand
        </button>
        <button
          type="button"
          onClick={() =>
            void seat.give({ who: order.who, scope: "unit", act: "hold", ...(order.stance ? { stance: order.stance } : {}) })
          }
        >
          Hold the rest
        </button>
        {entries > 0 && (
          <button type="button" onClick={takeBack}>
            Take back
          </button>
        )}
      </div>
    </section>
  );
}
