/** A replay's frames as tables: any of them at once, without playing all from the beginning. */

import { NOTHING_LEFT, type Remains, remainsAfter } from "../remains";
import { applied, continued } from "../show";
import type { Beat, Replay, ReplayFrame, Show } from "../wire";

const EVERY = 40; // a whole table is kept for every so many frames

export class ReplayFrames {
  private readonly shows: Show[];
  private readonly stories: Beat[][];
  private readonly left: Remains[] = [NOTHING_LEFT];

  constructor(private readonly replay: Replay) {
    this.shows = [replay.show];
    this.stories = [[]];
  }

  get length(): number {
    return this.replay.frames.length;
  }

  frame(at: number): ReplayFrame | undefined {
    return this.replay.frames[at];
  }

  /** The table, the story and what is left on the table after so many frames. */
  after(count: number): { show: Show; story: Beat[]; remains: Remains } {
    const wanted = Math.min(Math.max(0, count), this.length);
    const key = Math.min(Math.floor(wanted / EVERY), this.shows.length - 1);
    let show = this.shows[key]!;
    let story = this.stories[key]!;
    let remains = this.left[key]!;
    for (let at = key * EVERY; at < wanted; at++) {
      const frame = this.replay.frames[at]!;
      const told = continued(story, frame.beat);
      remains = remainsAfter(remains, show, frame.beat, story, told);
      show = applied(show, frame.change);
      story = told;
      if ((at + 1) % EVERY === 0 && this.shows.length === (at + 1) / EVERY) {
        this.shows.push(show);
        this.stories.push(story);
        this.left.push(remains);
      }
    }
    return { show, story, remains };
  }

  /** The frames in which a round begins, or somebody falls. */
  chapters(): { rounds: { at: number; round: number }[]; fallen: { at: number; count: number }[] } {
    const rounds: { at: number; round: number }[] = [];
    const fallen: { at: number; count: number }[] = [];
    let last = 0;
    for (const [at, frame] of this.replay.frames.entries()) {
      const round = frame.round ?? 0;
      if (round > last) rounds.push({ at, round });
      last = round;
      if (frame.fallen) fallen.push({ at, count: frame.fallen });
    }
    return { rounds, fallen };
  }
}
