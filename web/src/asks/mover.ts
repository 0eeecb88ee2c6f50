/**
 * A move in the making. Whoever is taken hold of is planned by the server about fifteen times a second; what comes back is
 * put together with what was drawn before, and the whole is tried.
 */

import { composeLegs, composeTraces, endOf, endsOf, isWay, lastOf, posed } from "../compose";
import { turned } from "../geometry";
import type { Live } from "../live";
import { companions, moverOf } from "../show";
import type { Drag, Leg, MoveSheet, Point, Show, Step, Trace, Tried } from "../wire";
import { Draft, type Drafted } from "./draft";
import { onward, Track } from "./track";

export interface Moving extends Drafted<Leg> {
  /** The manner of going that is chosen; "go" or whatever comes first. */
  verb: string;
  /** Is it suggested to stay? */
  stays: boolean;
  /** Manners of going that are refused where one stands, and why. */
  cannot: Readonly<Record<string, string>>;
  /** What is done besides going (to rise, to lie down), by its verbs. */
  poses: readonly string[];
  /** Why nobody may stay where he is; "": one may. Unknown until the server has said so. */
  staying: { why: string; rule: string } | null;
}

const MOST_CORNERS = 4; // of one way
const AWAY = 1000; // thousandths: far enough to be a way

export class Mover extends Draft<Leg, Moving, Drag> {
  private from: Point = [0, 0];
  private to: Point = [0, 0];
  private face: number | null = null;
  /** Points that were named on the way, and corners that the hand went round. */
  private via: readonly Point[] = [];
  private bends: readonly Point[] = [];
  /** The corners of an earlier drag, whose end is put right by this one. */
  private bent: readonly Point[] = [];
  private readonly track = new Track();
  private stopped = false;
  /** The ways as they were drawn, and what is done besides: a new way keeps the latter, and the other way round. */
  private readonly drawn = new Map<string, readonly Step[]>();
  private readonly poses = new Map<string, readonly Step[]>();
  private early = false;
  private pressing: Promise<void> = Promise.resolve();

  constructor(
    live: Pick<Live, "ask">,
    private readonly sheet: MoveSheet,
    private readonly show: () => Show,
    kept: readonly Leg[] | null = null,
  ) {
    const held = Object.keys(sheet.start)[0] ?? "";
    const verb = "go" in sheet.verbs ? "go" : (Object.keys(sheet.verbs)[0] ?? "");
    const nothing = { answer: [], traces: [], why: "", rule: "", short: "", poses: [], staying: null, cannot: {} };
    super(live, { ...nothing, verb, held, whole: true, stays: false });
    this.to = this.start(held);
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

  pose(): { at: Point; face: number } {
    const { held, traces } = this.state.get();
    const ends = endsOf(traces);
    const end = ends[held] ?? Object.values(traces.find((trace) => trace.who === held)?.ends ?? {})[0];
    const at = ends[held] ? ([ends[held][0], ends[held][1]] as Point) : this.here([held]);
    return { at, face: end?.[2] ?? this.sheet.start[held]?.face ?? 0 };
  }

  holderOf(figure: string): string {
    return moverOf(this.show(), this.sheet.start, figure);
  }

  protected override hold(held: string): void {
    this.face = null;
    this.via = [];
    this.bends = [];
    this.state.patch({ held, poses: this.posesIn(held) });
    this.to = this.here(this.group(held, false));
  }

  protected grasp(alone: boolean): void {
    this.from = this.here(this.group(this.state.get().held, alone));
    this.bent = this.bends;
    this.track.begin(this.from);
  }

  drag(by: Point, alone: boolean): void {
    this.to = [this.from[0] + by[0], this.from[1] + by[1]];
    const room = MOST_CORNERS - this.via.length - this.bent.length;
    const bends = [...this.bent, ...this.track.to(this.to, Math.max(0, room))];
    this.bends = onward([this.via[this.via.length - 1] ?? this.start(this.state.get().held), ...bends, this.to]);
    this.want(alone);
  }

  /** Straight there, whatever way the hand went. */
  override straighten(): void {
    this.via = [];
    this.bends = [];
    this.bent = [];
    this.want(false);
  }

  override get corners(): number {
    return this.via.length + this.bends.length;
  }

  nudge(by: Point): void {
    const [x, y] = this.latest.busy ? this.to : this.here(this.group(this.state.get().held, false));
    this.to = [x + by[0], y + by[1]];
    this.want(false);
  }

  turn(face: number): void {
    this.face = turned(face);
    this.want(false);
  }

  protected override facing(): number {
    return this.face ?? this.pose().face;
  }

  /** Another manner of going applies at once to what is drawn; what is no way (to rise, to lie down) is done besides. */
  setVerb(verb: string): void {
    this.pressing = this.pressing.then(() => this.press(verb));
  }

  private async press(verb: string): Promise<void> {
    await this.latest.settled();
    const who = this.group(this.state.get().held, false);
    const poses = verb === "go" ? null : await this.posesOf(verb, who);
    if (this.stopped) return;
    if (poses) return this.strike(verb, who, poses);
    for (const one of who) this.poses.delete(one);
    this.state.patch({ verb, poses: [] });
    this.want(false);
  }

  /** What these do by a verb that leads nowhere, however far they are dragged; null if it is a manner of going. */
  private async posesOf(verb: string, who: readonly string[]): Promise<Leg[] | null> {
    const [x, y] = this.start(who[0] ?? "");
    const reply = await this.live.ask({ do: "plan", part: this.sheet.part, drag: { who: [...who], to: [x, y + AWAY], verb } });
    if (reply?.is !== "tried") return null;
    const legs = reply.answer as Leg[];
    return !legs.length || legs.some(isWay) ? null : legs;
  }

  /** Once more of a pose, as long as that is allowed; then none of it again. */
  private async strike(verb: string, who: readonly string[], legs: readonly Leg[]): Promise<void> {
    const again = this.state.get().poses.includes(verb);
    if (!who.some((one) => this.drawn.has(one) || this.poses.has(one))) this.early = true; // asked for before any way
    for (const leg of legs)
      this.poses.set(leg.who, [...(this.poses.get(leg.who) ?? []), ...leg.steps.filter((step) => step.verb !== "turn")]);
    await this.arrange(who);
    if (!again || !this.state.get().why) return;
    const word = legs[0]?.steps[0]?.verb;
    for (const one of who)
      this.poses.set(
        one,
        (this.poses.get(one) ?? []).filter((step) => step.verb !== word),
      );
    await this.arrange(who);
  }

  /** What one does besides going, as the buttons name it. */
  private posesIn(mover: string): string[] {
    return (this.poses.get(mover) ?? []).map((step) => (step.what ? `${step.verb} ${step.what}` : step.verb));
  }

  /** The ways of these and what else they do, in the order that is allowed; the other is tried if the first is not. */
  private async arrange(who: readonly string[]): Promise<number> {
    const { answer } = this.state.get();
    const going = who.some((one) => isWay({ who: one, steps: [...(this.drawn.get(one) ?? [])] }));
    this.state.patch({ poses: this.posesIn(who[0] ?? ""), stays: false });
    let first: Partial<Moving> | null = null;
    for (const early of going ? [this.early, !this.early] : [this.early]) {
      const whole = who
        .map((one) => posed(one, this.drawn.get(one) ?? [], this.poses.get(one) ?? [], early))
        .filter((leg) => leg.steps.length);
      await this.attempt(composeLegs(answer, who, whole));
      const { why, rule, answer: tried, traces } = this.state.get();
      if (!why) this.early = early;
      if (!why || !going) return 1;
      first ??= { why, rule, answer: tried, traces };
    }
    if (first) this.state.patch(first);
    return 2;
  }

  override waypoint(at?: Point): void {
    if (this.corners >= MOST_CORNERS) return;
    this.via = [...this.via, ...this.bends, at ?? this.here([this.state.get().held])];
    this.bends = [];
    if (at) this.want(false);
  }

  override setWhole(whole: boolean): void {
    super.setWhole(whole);
    this.to = this.here(this.group(this.state.get().held, false));
  }

  private want(alone: boolean): void {
    const { verb, held, stays } = this.state.get();
    if (stays) this.state.patch({ stays: false });
    const who = this.group(held, alone);
    const drag: Drag = { who, to: this.to, verb: verb === "go" ? "" : verb };
    if (this.face !== null) drag.face = this.face;
    if (this.corners) drag.via = [...this.via, ...this.bends];
    this.latest.push(drag);
  }

  /** Which manners are open at all? Asked once, so that what cannot be done looks like it. */
  async probe(verbs: readonly string[]): Promise<void> {
    await this.askStaying();
    const first = Object.keys(this.sheet.start)[0] ?? "";
    const who = companions(this.show(), this.sheet.start, first);
    for (const verb of verbs) {
      if (verb === "go" || this.stopped) continue;
      const reply = await this.live.ask({ do: "plan", part: this.sheet.part, drag: { who, to: this.start(first), verb } });
      if (reply?.is === "tried" && reply.why) this.state.patch({ cannot: { ...this.state.get().cannot, [verb]: reply.why } });
    }
  }

  private async askStaying(): Promise<void> {
    const reply = await this.live.ask({ do: "try", part: this.sheet.part, answer: [] });
    const refused = reply?.is === "tried" && reply.why;
    this.state.patch({ staying: refused ? { why: refused, rule: reply.rule ?? "" } : { why: "", rule: "" } });
  }

  stop(): void {
    this.stopped = true;
    this.latest.clear();
  }

  protected async work(drag: Drag): Promise<number> {
    const reply = await this.live.ask({ do: "plan", part: this.sheet.part, drag });
    if (reply?.is !== "tried") {
      this.hear(reply);
      return 1;
    }
    const planned = reply.answer as Leg[];
    this.draw(drag.who, planned);
    if (drag.who.some((who) => this.poses.get(who)?.length)) return 1 + (await this.arrange(drag.who));
    const old = this.state.get();
    const legs = composeLegs(old.answer, drag.who, planned);
    this.state.patch({ answer: legs, traces: composeTraces(old.traces, drag.who, reply.traces ?? []) });
    if (legs.length === planned.length) {
      this.hear(reply);
      return 1;
    }
    await this.attempt(legs);
    const last = lastOf(legs, planned[0]?.who ?? "");
    if (!this.state.get().why || planned.length !== 1 || last[last.length - 1] === legs[legs.length - 1]) return 2;
    const { why, rule, traces } = this.state.get();
    await this.attempt(last);
    if (this.state.get().why) this.state.patch({ answer: legs, traces, why, rule });
    return 3;
  }

  /** Keeps the ways as they are drawn. What a way does by itself (who lies gets up) is not done twice. */
  private draw(who: readonly string[], legs: readonly Leg[]): void {
    for (const one of who) this.drawn.delete(one);
    for (const { who: one, steps } of legs) {
      this.drawn.set(one, steps);
      const besides = this.poses.get(one);
      if (besides)
        this.poses.set(
          one,
          besides.filter((pose) => !steps.some((step) => step.verb === pose.verb)),
        );
    }
  }

  /** Is the whole allowed? */
  private async attempt(answer: Leg[]): Promise<void> {
    const reply = await this.live.ask({ do: "try", part: this.sheet.part, answer });
    if (reply?.is === "tried") this.state.patch({ answer });
    this.hear(reply);
  }

  /** Where a refused move would lead is not always said: then the last ways that were known stay. */
  protected override tracesOf(reply: Tried): readonly Trace[] {
    return reply.traces?.length || !reply.why ? (reply.traces ?? []) : this.state.get().traces;
  }

  /** A suggested move is laid in hand. To stay where one is may be a suggestion, too. */
  override lay(reply: Tried): void {
    const legs = reply.answer as Leg[];
    this.forget();
    this.draw([], legs);
    super.lay(reply);
    this.state.patch({ stays: !legs.length && !reply.why });
    this.to = this.here(this.group(this.state.get().held, false));
  }

  private forget(): void {
    this.face = null;
    this.drawn.clear();
    this.poses.clear();
    this.early = false;
    this.state.patch({ poses: [] });
  }

  override reset(): void {
    this.via = [];
    this.bends = [];
    super.reset();
    this.forget();
    const { held, verb } = this.state.get();
    this.to = this.start(held);
    this.state.patch({ stays: false, verb: "go" in this.sheet.verbs ? "go" : verb });
  }

  override async settled(): Promise<void> {
    await this.pressing;
    await super.settled();
  }
}
