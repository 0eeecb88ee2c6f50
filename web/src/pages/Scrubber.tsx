/** Where in the battle one is, and the means to go elsewhere. */

import { memo, useMemo } from "react";
import { badge } from "../table/Symbols";
import { Icon } from "../ui/Icon";
import type { ReplayFrames } from "./replayFrames";

interface Props {
  frames: ReplayFrames;
  at: number;
  jump: (to: number) => void;
  playing: boolean;
  setPlaying: (on: boolean) => void;
  step: () => void;
  sideOf: (side: string) => number;
}

export function Scrubber({ frames, at, jump, playing, setPlaying, step, sideOf }: Props) {
  const { rounds, fallen } = useMemo(() => frames.chapters(), [frames]);
  const previous = [...fallen].reverse().find((mark) => mark.at + 1 < at);
  const next = fallen.find((mark) => mark.at + 1 > at);
  const round = [...rounds].reverse().find((mark) => mark.at < at)?.round ?? 0;
  return (
    <div className="scrubber">
      <div className="buttons tight">
        <button type="button" className="icon" aria-label="To the beginning" onClick={() => jump(0)}>
          <Icon sign="first" />
        </button>
        <button type="button" className="icon" aria-label="One step back" onClick={() => jump(at - 1)} disabled={at === 0}>
          <Icon sign="back" />
        </button>
        <button
          type="button"
          className="icon main"
          aria-label={playing ? "Pause" : "Play"}
          onClick={() => setPlaying(!playing)}
        >
          <Icon sign={playing ? "pause" : "play"} />
        </button>
        <button type="button" className="icon" aria-label="One step on" onClick={step} disabled={at >= frames.length}>
          <Icon sign="on" />
        </button>
        <button type="button" className="icon" aria-label="To the end" onClick={() => jump(frames.length)}>
          <Icon sign="last" />
        </button>
        <button
          type="button"
          className="icon"
          aria-label="Previous casualty"
          disabled={!previous}
          onClick={() => previous && jump(previous.at + 1)}
        >
          <Icon sign="fallenBack" />
        </button>
        <button
          type="button"
          className="icon"
          aria-label="Next casualty"
          disabled={!next}
          onClick={() => next && jump(next.at + 1)}
        >
          <Icon sign="fallenOn" />
        </button>
        <label className="field inline">
          <span className="hidden">Round</span>
          <select
            aria-label="Round"
            value={round}
            onChange={(event) => jump((rounds.find((mark) => mark.round === Number(event.target.value))?.at ?? -1) + 1)}
          >
            <option value={0}>before</option>
            {rounds.map((mark) => (
              <option key={mark.round} value={mark.round}>{`round ${mark.round}`}</option>
            ))}
          </select>
        </label>
      </div>
      <div className="scrubber-bar">
        <input
          type="range"
          aria-label="Where in the battle"
          min={0}
          max={frames.length}
          value={at}
          onChange={(event) => jump(Number(event.target.value))}
        />
        <Marks frames={frames} rounds={rounds} fallen={fallen} jump={jump} sideOf={sideOf} />
      </div>
      <output className="quiet">{`${at} / ${frames.length}`}</output>
    </div>
  );
}

const FEW = 6; // numbers of rounds that fit anywhere
const APART = 0.025; // of the length of the bar, from one number to the next

/** The rounds whose numbers do not lie on each other. */
export function spaced<T extends { at: number }>(rounds: readonly T[], length: number): T[] {
  const found: T[] = [];
  for (const mark of rounds) {
    const last = found[found.length - 1];
    if (!last || mark.at - last.at >= APART * length) found.push(mark);
  }
  return found;
}

const Marks = memo(
  function Marks({
    frames,
    rounds,
    fallen,
    jump,
    sideOf,
  }: {
    frames: ReplayFrames;
    rounds: readonly { at: number; round: number }[];
    fallen: readonly { at: number; count: number }[];
    jump: (to: number) => void;
    sideOf: (side: string) => number;
  }) {
    const place = (at: number): string => `${(100 * (at + 1)) / Math.max(1, frames.length)}%`;
    return (
      <div className="scrubber-marks" aria-hidden="true">
        {spaced(rounds, frames.length).map((mark, i) => (
          <button
            key={mark.at}
            type="button"
            tabIndex={-1}
            className={`scrubber-mark scrubber-round ${i % Math.ceil(rounds.length / FEW) ? "rare" : ""}`}
            style={{ left: place(mark.at) }}
            onClick={() => jump(mark.at + 1)}
          >
            {mark.round}
          </button>
        ))}
        {fallen.map((mark) => {
          const side = sideOf(frames.frame(mark.at)?.beat.by.side ?? "");
          return (
            <button
              key={mark.at}
              type="button"
              tabIndex={-1}
              className={`scrubber-mark scrubber-fallen s${side}`}
              style={{ left: place(mark.at) }}
              onClick={() => jump(mark.at + 1)}
            >
              <svg viewBox="-1.2 -1.2 2.4 2.4" width="10" height="10" aria-hidden="true">
                <path d={badge(side)} className="badge" />
              </svg>
            </button>
          );
        })}
      </div>
    );
  },
  (a, b) => a.frames === b.frames,
);
