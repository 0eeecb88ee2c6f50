/** For those who watch bots: halt, step by step, and how fast. What others see of the battle does not wait for it. */

import { useEffect, useEffectEvent } from "react";
import { isFree, onButton } from "../asks/tools";
import type { Stage } from "../stage";
import { useStore } from "../store";
import { InDock } from "./Dock";
import { Icon } from "./Icon";

const RATES: readonly [number, string][] = [
  [0.5, "½×"],
  [1, "1×"],
  [2, "2×"],
  [4, "4×"],
];

export function WatchTools({ stage }: { stage: Stage }) {
  const { paused, rate } = useStore(stage.watching);
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (!isFree(event) || onButton(event)) return;
    if (event.key === " ") stage.pause(!paused);
    else if (event.key === "ArrowRight") stage.step();
    else return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere Space skips
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, []);
  return (
    <InDock slot="tools">
      <div className="dock-group" role="group" aria-label="Watching">
        <p className="dock-name" aria-hidden="true">
          Watch
        </p>
        <div className="dock-chips">
          <button type="button" aria-pressed={paused} onClick={() => stage.pause(!paused)}>
            <Icon sign={paused ? "play" : "pause"} size={14} /> <span>{paused ? "Go on" : "Halt"}</span> <kbd>Space</kbd>
          </button>
          <button type="button" onClick={() => stage.step()}>
            <Icon sign="on" size={14} /> <span>One step</span> <kbd>→</kbd>
          </button>
        </div>
      </div>
      <div className="dock-group" role="group" aria-label="How fast">
        <p className="dock-name" aria-hidden="true">
          Speed
        </p>
        <div className="dock-chips">
          {RATES.map(([one, text]) => (
            <button key={one} type="button" aria-pressed={rate === one} onClick={() => stage.setRate(one)}>
              {text}
            </button>
          ))}
        </div>
      </div>
    </InDock>
  );
}
