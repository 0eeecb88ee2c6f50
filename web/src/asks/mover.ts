/**
 * A move in the making. Whoever is taken hold of is planned by the server about fifteen times a second; what comes back is
 * put together with what was drawn before, and the whole is tried. Nothing is sent as an answer from here.
 */

import { composeLegs, composeTraces, endOf, endsOf, lastOf } from "../compose";
import { FULL, turned } from "../geometry";
import type { Live } from "../live";
import { companions, moverOf } from "../show";
import { Store } from "../store";
import type { Drag, Leg, MoveSheet, Point, Show, Trace, Tried } from "../wire";
import { Latest } from "./latest";

export interface Moving {
  legs: readonly Leg[];
  traces: readonly Trace[];
  why: string;
  rule: string;
  /** The manner of going that is chosen; "go" or whatever comes first. */
  verb: string;
  /** Does the whole unit follow? */
  whole: boolean;
  /** Who was last taken hold of. */
  mover: string;
  /** Is it suggested to stay? */
  stays: boolean;
  /** Manners of going that are refused where one stands, and why. */
  cannot: Readonly<Record<string, string>>;
}

export class Mover {
  readonly state: Store<Moving>;
  private readonly latest: Latest<Drag>;
  private from: Point = [0, 0];
  private to: Point = [0, 0];
  private face: number | null = null;
  private stopped = false;

  constructor(
    private readonly live: Pick<Live, "ask">,
    private readonly sheet: MoveSheet,
    private readonly show: () => Show,
    kept: readonly Leg[] | null = null,
  ) {
    const first = Object.keys(sheet.start)[0] ?? "";
    const verb = "go" in sheet.verbs ? "go" : (Object.keys(sheet.verbs)[0] ?? "");
    this.state = new Store<Moving>({ legs: [], traces: [], why: "", rule: "", verb, whole: true, mover: first, stays: false, cannot: {} });
    this.latest = new Latest((drag) => this.plan(drag));
    this.to = this.start(first);
    if (kept?.length) void this.attempt([...kept]);
  }

  /** Everybody who may be taken hold of, as figures on the table. */
  grips(): string[] {
    return Object.keys(this.show().figures).filter((figure) => moverOf(this.show(), this.sheet.start, figure));
  }

  /** Those who go together when this one is dragged. */
  group(mover: string, alone: boolean): string[] {
    return this.state.get().whole !== alone ? companions(this.show(), this.sheet.start, mover) : [mover];
  }

  private start(mover: string): Point {
    return this.sheet.start[mover]?.at ?? [0, 0];
  }

  private here(who: readonly string[]): Point {
    const first = who[0] ?? "";
    return endOf(this.state.get().traces, first, this.start(first));
  }

  /** Where the one in hand would stand, for the handle that turns. */
  pose(): { at: Point; face: number } {
    const { mover, traces } = this.state.get();
    const ends = endsOf(traces);
    const start = this.sheet.start[mover];
    const end = ends[mover] ?? Object.values(traces.find((trace) => trace.who === mover)?.ends ?? {})[0];
    const at = ends[mover] ? ([ends[mover][0], ends[mover][1]] as Point) : this.here([mover]);
    return { at, face: end?.[2] ?? start?.face ?? 0 };
  }

  take(figure: string): void {
    const mover = moverOf(this.show(), this.sheet.start, figure);
    if (!mover || mover === this.state.get().mover) return;
    this.face = null;
    this.state.patch({ mover });
    this.to = this.here(this.group(mover, false));
  }

  grab(figure: string, alone: boolean): void {
    this.take(figure);
    this.from = this.here(this.group(this.state.get().mover, alone));
  }

  drag(by: Point, alone: boolean): void {
    this.to = [this.from[0] + by[0], this.from[1] + by[1]];
    this.want(alone);
  }

  /** A step by keys, from where it would stand. */
  nudge(by: Point, alone = false): void {
    const who = this.group(this.state.get().mover, alone);
    const [x, y] = this.latest.busy ? this.to : this.here(who);
    this.to = [x + by[0], y + by[1]];
    this.want(alone);
  }

  turn(face: number): void {
    this.face = turned(face);
    this.want(false);
  }

  turnBy(by: number): void {
    this.turn((this.face ?? this.pose().face) + by + FULL);
  }

  /** Another manner of going applies at once to what is drawn. */
  setVerb(verb: string): void {
    this.state.patch({ verb });
    this.want(false);
  }

  setWhole(whole: boolean): void {
    this.state.patch({ whole });
    this.to = this.here(this.group(this.state.get().mover, false));
  }

  private want(alone: boolean): void {
    const { verb, mover, stays } = this.state.get();
    if (stays) this.state.patch({ stays: false });
    const who = this.group(mover, alone);
    const drag: Drag = { who, to: this.to, verb: verb === "go" ? "" : verb };
    if (this.face !== null) drag.face = this.face;
    this.latest.push(drag);
  }

  /** Which manners are open at all? Asked once, so that what cannot be done looks like it. */
  async probe(verbs: readonly string[]): Promise<void> {
    const first = Object.keys(this.sheet.start)[0] ?? "";
    const who = companions(this.show(), this.sheet.start, first);
    for (const verb of verbs) {
      if (verb === "go" || this.stopped) continue;
      const reply = await this.live.ask({ do: "plan", part: this.sheet.part, drag: { who, to: this.start(first), verb } });
      if (reply?.is === "tried" && reply.why) this.state.patch({ cannot: { ...this.state.get().cannot, [verb]: reply.why } });
    }
  }

  stop(): void {
    this.stopped = true;
    this.latest.clear();
  }

  private async plan(drag: Drag): Promise<number> {
    const reply = await this.live.ask({ do: "plan", part: this.sheet.part, drag });
    if (!reply) return 1;
    if (reply.is === "refused") {
      if (reply.status !== 429) this.state.patch({ why: reply.text, rule: reply.rule });
      return 1;
    }
    const planned = reply.answer as Leg[];
    const old = this.state.get();
    const legs = composeLegs(old.legs, drag.who, planned);
    this.state.patch({ legs, traces: composeTraces(old.traces, drag.who, reply.traces ?? []) });
    if (legs.length === planned.length) {
      this.tried(reply);
      return 1;
    }
    await this.attempt(legs);
    const last = lastOf(legs, planned[0]?.who ?? "");
    if (!this.state.get().why || planned.length !== 1 || last[last.length - 1] === legs[legs.length - 1]) return 2;
    const { why, rule, traces } = this.state.get();
    await this.attempt(last);
    if (this.state.get().why) this.state.patch({ legs, traces, why, rule });
    return 3;
  }

  /** Is the whole allowed? */
  private async attempt(legs: Leg[]): Promise<void> {
    const reply = await this.live.ask({ do: "try", part: this.sheet.part, answer: legs });
    if (reply?.is === "tried") {
      this.state.patch({ legs });
      this.tried(reply);
    } else if (reply?.is === "refused" && reply.status !== 429) this.state.patch({ why: reply.text, rule: reply.rule });
  }

  private tried(reply: Tried): void {
    const traces = reply.traces?.length || !reply.why ? (reply.traces ?? []) : this.state.get().traces;
    this.state.patch({ traces, why: reply.why ?? "", rule: reply.rule ?? "" });
  }

  /** A suggested move is laid in hand. To stay where one is may be a suggestion, too. */
  lay(reply: Tried): void {
    const legs = reply.answer as Leg[];
    this.latest.clear();
    this.face = null;
    this.state.patch({ legs, traces: [], stays: !legs.length && !reply.why });
    this.tried(reply);
    this.to = this.here(this.group(this.state.get().mover, false));
  }

  reset(): void {
    this.latest.clear();
    this.face = null;
    const { mover } = this.state.get();
    this.to = this.start(mover);
    this.state.patch({ legs: [], traces: [], why: "", rule: "", stays: false, verb: "go" in this.sheet.verbs ? "go" : this.state.get().verb });
  }

  /** Nothing is under way to the server. */
  settled(): Promise<void> {
    return this.latest.settled();
  }
}
