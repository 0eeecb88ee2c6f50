/**
 * The stage on which moments are played one after another: first what is to be seen of them, then what they change. What
 * the page shows is always the stage, never the server's newest word; a decision is offered when the stage is empty.
 */

import { pathLength } from "./geometry";
import { NOTHING_LEFT, type Remains, remainsAfter, withEarlier } from "./remains";
import { calm, type Speed } from "./settings";
import { applied, continued } from "./show";
import { Store } from "./store";
import type { Beat, Change, Seen, Show, Told } from "./wire";

/** Some things that are seen at the same time; `upto`: so many lines of the beat are told by then. */
export interface Play {
  seen: Seen[];
  dice: Told[];
  upto: number;
  ms: number;
  id: number;
  began: number;
}

export interface Scene extends Remains {
  show: Show;
  story: readonly Beat[];
  /** The beat that is being told, and how many lines of it. */
  telling: Beat | null;
  told: number;
  play: Play | null;
  busy: boolean;
}

export interface Cue {
  beat: Beat;
  change: Change;
}

const FACTOR: Record<Speed, number> = { slow: 2.2, normal: 1, fast: 0.4, instant: 0 };
const MOST_PER_STRIDE = 1400;

/** How long it takes to see something at normal speed, in milliseconds. */
function duration(seen: Seen): number {
  switch (seen.type) {
    case "went":
      return Math.min(MOST_PER_STRIDE, 260 + pathLength(seen.path) * 0.07);
    case "struck":
      return 460;
    case "burst":
      return 700;
    case "fell":
      return 480;
    case "saved":
      return 320;
    case "felt":
      return 800;
  }
}

/** Milliseconds between the shots of a salvo. */
export const STAGGER = 70;

const unitOf = (figure: string): string => figure.slice(0, Math.max(0, figure.lastIndexOf("."))) || figure;

/** Two shots of the same unit. */
const isSalvo = (a: Seen, b: Seen): boolean =>
  a.type === "struck" && b.type === "struck" && !a.melee && !b.melee && unitOf(a.figure) === unitOf(b.figure);

/** May both be seen at once? Walkers walk together, a unit fires in a salvo; whoever else is struck is looked at alone. */
function together(play: Omit<Play, "id" | "began">, seen: Seen): boolean {
  const first = play.seen[0];
  if (!first || first.type !== seen.type || seen.type === "burst") return false;
  if (seen.type === "struck") return isSalvo(first, seen);
  if (seen.type === "went") return !play.seen.some((one) => one.type === "went" && one.figure === seen.figure);
  return true;
}

/** Dice with what they had to reach: the line after them says it, if they are the only ones before it. */
export function judged(lines: readonly Told[]): Told[] {
  return lines.map((told, i) => {
    const next = lines[i + 1];
    const alone = lines[i - 1]?.kind !== "draw" && told.kind === "draw" && next?.kind !== "draw";
    return alone && !told.tally && next?.tally ? { ...told, tally: next.tally } : told;
  });
}

/** The plays of a beat, in order. */
export function playsOf(beat: Beat): Omit<Play, "id" | "began">[] {
  const plays: Omit<Play, "id" | "began">[] = [];
  for (const [i, told] of judged(beat.told ?? []).entries()) {
    const last = plays[plays.length - 1];
    if (told.seen) {
      const ms = duration(told.seen);
      if (last && together(last, told.seen)) {
        last.seen.push(told.seen);
        last.ms = told.seen.type === "struck" ? last.ms + STAGGER : Math.max(last.ms, ms);
        last.upto = i + 1;
      } else plays.push({ seen: [told.seen], dice: [], upto: i + 1, ms });
    } else if (told.faces?.length) {
      if (last?.dice.length && last.dice.length < 6 && !last.seen.length) {
        last.dice.push(told);
        last.upto = i + 1;
        last.ms += 90;
      } else plays.push({ seen: [], dice: [told], upto: i + 1, ms: 420 });
    }
  }
  return plays;
}

const GLANCE = 300; // milliseconds for the words that stand for movement

/** Without movement: one glance at what came of a beat, in words. */
export function glanceOf(beat: Beat): Omit<Play, "id" | "began">[] {
  const seen = (beat.told ?? []).flatMap((told) => (told.seen && told.seen.type !== "went" ? [told.seen] : []));
  return seen.length ? [{ seen, dice: [], upto: (beat.told ?? []).length, ms: GLANCE }] : [];
}

/**
 * The plays of a cue on this table. A way that was seen as far as an interruption is not seen twice, and whoever stands
 * elsewhere without a word about his way (he was stopped in the middle of it) goes there before the eyes of all.
 */
export function playsOn(show: Show, cue: Cue): Omit<Play, "id" | "began">[] {
  const plays = playsOf(cue.beat)
    .map((play) => ({ ...play, seen: play.seen.flatMap((seen) => (seen.type === "went" ? ahead(show, seen) : [seen])) }))
    .filter((play) => play.seen.length || play.dice.length);
  const told = new Set(
    (cue.beat.told ?? []).flatMap(({ seen }) => (seen?.type === "went" || seen?.type === "fell" ? [seen.figure] : [])),
  );
  const glides = Object.values(cue.change.figures ?? {}).flatMap((shown): Seen[] => {
    const before = show.figures[shown.id];
    if (!before || told.has(shown.id) || (before.at[0] === shown.at[0] && before.at[1] === shown.at[1])) return [];
    return [{ type: "went", figure: shown.id, path: [before.at, shown.at], face: shown.face ?? null }];
  });
  const undone = typeof cue.beat.left === "number";
  if (!glides.length || undone) return plays;
  return [{ seen: glides, dice: [], upto: 0, ms: Math.max(...glides.map(duration)) }, ...plays];
}

/** What is left of a way for whoever stands in the middle of it; nothing at its end. */
function ahead(show: Show, seen: Extract<Seen, { type: "went" }>): Seen[] {
  const shown = show.figures[seen.figure];
  const here = shown ? seen.path.findLastIndex((point) => point[0] === shown.at[0] && point[1] === shown.at[1]) : -1;
  if (here < 0) return [seen];
  const turns = typeof seen.face === "number" && seen.face !== shown?.face;
  return here === seen.path.length - 1 && !turns ? [] : [{ ...seen, path: seen.path.slice(here) }];
}

/** The table after something was seen, until the beat's own change says it exactly. */
export function after(show: Show, seen: readonly Seen[]): Show {
  let figures = show.figures;
  for (const one of seen) {
    if (one.type === "went" && figures[one.figure]) {
      const figure = figures[one.figure]!;
      const at = one.path[one.path.length - 1] ?? figure.at;
      figures = { ...figures, [one.figure]: { ...figure, at, face: one.face ?? figure.face ?? null } };
    } else if (one.type === "fell" && figures[one.figure]) {
      figures = { ...figures };
      delete figures[one.figure];
    }
  }
  return figures === show.figures ? show : { ...show, figures };
}

export class Stage {
  readonly scene: Store<Scene>;
  private queue: Cue[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private finish: (() => void) | null = null;
  private plays = 0;
  private skipping = false;
  private steps = 0;
  /** How whoever only watches has it: held, and how many times as fast; 0: as everywhere. */
  readonly watching = new Store<{ paused: boolean; rate: number }>({ paused: false, rate: 0 });
  /** Nobody looks: everything happens at once. */
  hidden = false;

  constructor(
    show: Show,
    story: readonly Beat[],
    private readonly speed: () => Speed,
    private readonly clock: () => number = () => performance.now(),
    private skipped = 0,
    private readonly still: () => boolean = calm,
  ) {
    this.scene = new Store<Scene>({ show, story, telling: null, told: 0, play: null, busy: false, ...NOTHING_LEFT });
  }

  /** Everything anew: after sitting down, or when a replay is scrubbed. */
  reset(show: Show, story: readonly Beat[], skipped = 0, remains: Remains = NOTHING_LEFT): void {
    this.skipped = skipped;
    clearTimeout(this.timer);
    this.queue = [];
    this.finish = null;
    this.scene.set({ show, story, telling: null, told: 0, play: null, busy: false, ...remains });
  }

  /** What was left on the table before one came. */
  remember(earlier: Remains): void {
    const now = this.scene.get();
    this.scene.patch(withEarlier({ fallen: now.fallen, scars: now.scars }, earlier, now.show));
  }

  push(cue: Cue): void {
    this.queue.push(cue);
    if (!this.scene.get().busy || (this.steps && !this.finish)) this.next();
  }

  /** Nothing more happens after what is being seen; or it goes on. */
  pause(paused: boolean): void {
    this.watching.patch({ paused });
    this.steps = 0;
    if (!paused && !this.finish) this.next();
  }

  /** One thing more, and then no more. */
  step(): void {
    this.watching.patch({ paused: true });
    this.steps = 1;
    if (this.finish) this.hurry();
    else this.next();
  }

  setRate(rate: number): void {
    this.watching.patch({ rate });
  }

  /** While held, nothing is waited for. */
  skip(on: boolean): void {
    this.skipping = on;
    if (on) this.hurry();
  }

  /** The lines after this one are told again: what is still to be seen of them happens at once. */
  again(since: number): void {
    const held = this.skipping;
    this.skip(true);
    this.skipping = held;
    this.scene.patch({ story: this.scene.get().story.filter((beat) => beat.n <= since) });
  }

  /** What is being seen is over. */
  hurry(): void {
    clearTimeout(this.timer);
    this.finish?.();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.finish = null;
  }

  private factor(): number {
    if (this.hidden || this.skipping) return 0;
    const { rate } = this.watching.get();
    return rate ? 1 / rate : FACTOR[this.speed()];
  }

  /** The next moments: as many at once as need no waiting. */
  private next(): void {
    let { show, story, fallen, scars } = this.scene.get();
    for (;;) {
      if (this.isHeld) break;
      const cue = this.queue.shift();
      if (!cue) break;
      if (this.steps && (cue.beat.told ?? []).length) this.steps--;
      const told = continued(story, cue.beat, this.skipped);
      ({ fallen, scars } = remainsAfter({ fallen, scars }, show, cue.beat, story, told));
      const plays = this.factor() === 0 ? [] : this.still() ? glanceOf(cue.beat) : playsOn(show, cue);
      if (plays.length) {
        this.scene.set({ show, story, telling: cue.beat, told: 0, play: null, busy: true, fallen, scars });
        return this.perform(cue, plays, 0);
      }
      show = applied(show, cue.change);
      story = told;
    }
    this.scene.set({ show, story, telling: null, told: 0, play: null, busy: this.queue.length > 0, fallen, scars });
  }

  private get isHeld(): boolean {
    return this.watching.get().paused && this.steps === 0;
  }

  private perform(cue: Cue, plays: Omit<Play, "id" | "began">[], at: number): void {
    const play = plays[at];
    const factor = this.factor();
    if (!play || factor === 0) {
      const { show, story, fallen, scars } = this.scene.get();
      const busy = this.queue.length > 0;
      this.scene.set({
        fallen,
        scars,
        show: applied(show, cue.change),
        story: continued(story, cue.beat, this.skipped),
        telling: null,
        told: 0,
        play: null,
        busy,
      });
      if (busy) this.next();
      return;
    }
    const ms = play.ms * factor;
    this.scene.patch({ play: { ...play, ms, id: ++this.plays, began: this.clock() }, told: play.upto });
    this.finish = () => {
      this.finish = null;
      this.scene.patch({ show: after(this.scene.get().show, play.seen), play: null });
      this.perform(cue, plays, at + 1);
    };
    this.timer = setTimeout(() => this.finish?.(), ms);
  }
}
