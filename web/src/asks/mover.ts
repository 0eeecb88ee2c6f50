/**
 * A move in the making. Whoever is taken hold of is planned by the server about fifteen times a second; what comes back is
 * put together with what was drawn before, and the whole is tried. Nothing is sent as an answer from here.
 */

import { composeLegs, composeTraces, endOf, endsOf, isWay, lastOf, posed } from "../compose";
import { FULL, turned } from "../geometry";
import type { Live } from "../live";
import { companions, moverOf } from "../show";
import { Store } from "../store";
import type { Drag, Leg, MoveSheet, Point, Show, Step, Trace, Tried } from "../wire";
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
  /** What is done besides going (to rise, to lie down), by its verbs. */
  poses: readonly string[];
  /** Why nobody may stay where he is; "": one may. Unknown until the server has said so. */
  staying: { why: string; rule: string } | null;
}

const AWAY = 1000; // thousandths: far enough to be a way

export class Mover {
  readonly state: Store<Moving>;
  private readonly latest: Latest<Drag>;
  private from: Point = [0, 0];
  private to: Point = [0, 0];
  private face: number | null = null;
  private stopped = false;
  /** The ways as they were drawn, and what is done besides: a new way keeps the latter, and the other way round. */
  private readonly drawn = new Map<string, readonly Step[]>();
  private readonly poses = new Map<string, readonly Step[]>();
  private early = false;
  private pressing: Promise<void> = Promise.resolve();

  constructor(
    private readonly live: Pick<Live, "ask">,
    private readonly sheet: MoveSheet,
    private readonly show: () => Show,
    kept: readonly Leg[] | null = null,
  ) {
    const first = Object.keys(sheet.start)[0] ?? "";
    const verb = "go" in sheet.verbs ? "go" : (Object.keys(sheet.verbs)[0] ?? "");
    this.state = new Store<Moving>({
      legs: [],
      traces: [],
      why: "",
      rule: "",
      verb,
      whole: true,
      mover: first,
      stays: false,
      cannot: {},
      poses: [],
      staying: null,
    });
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
    this.state.patch({ mover, poses: this.posesIn(mover) });
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

  /** Another manner of going applies at once to what is drawn; what is no way (to rise, to lie down) is done besides. */
  setVerb(verb: string): void {
    this.pressing = this.pressing.then(() => this.press(verb));
  }

  private async press(verb: string): Promise<void> {
    await this.latest.settled();
    const who = this.group(this.state.get().mover, false);
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
    const { legs } = this.state.get();
    const going = who.some((one) => isWay({ who: one, steps: [...(this.drawn.get(one) ?? [])] }));
    this.state.patch({ poses: this.posesIn(who[0] ?? ""), stays: false });
    let first: Partial<Moving> | null = null;
    for (const early of going ? [this.early, !this.early] : [this.early]) {
      const whole = who
        .map((one) => posed(one, this.drawn.get(one) ?? [], this.poses.get(one) ?? [], early))
        .filter((leg) => leg.steps.length);
      await this.attempt(composeLegs(legs, who, whole));
      const { why, rule, legs: tried, traces } = this.state.get();
      if (!why) this.early = early;
      if (!why || !going) return 1;
      first ??= { why, rule, legs: tried, traces };
    }
    if (first) this.state.patch(first);
    return 2;
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

  private async plan(drag: Drag): Promise<number> {
    const reply = await this.live.ask({ do: "plan", part: this.sheet.part, drag });
    if (!reply) return 1;
    if (reply.is === "refused") {
      if (reply.status !== 429) this.state.patch({ why: reply.text, rule: reply.rule });
      return 1;
    }
    const planned = reply.answer as Leg[];
    this.draw(drag.who, planned);
    if (drag.who.some((who) => this.poses.get(who)?.length)) return 1 + (await this.arrange(drag.who));
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
    this.forget();
    this.draw([], legs);
    this.state.patch({ legs, traces: [], stays: !legs.length && !reply.why });
    this.tried(reply);
    this.to = this.here(this.group(this.state.get().mover, false));
  }

  private forget(): void {
    this.drawn.clear();
    this.poses.clear();
    this.early = false;
    this.state.patch({ poses: [] });
  }

  reset(): void {
    this.latest.clear();
    this.face = null;
    this.forget();
    const { mover } = this.state.get();
    this.to = this.start(mover);
    this.state.patch({
      legs: [],
      traces: [],
      why: "",
      rule: "",
      stays: false,
      verb: "go" in this.sheet.verbs ? "go" : this.state.get().verb,
    });
  }

  /** Nothing is under way to the server. */
  async settled(): Promise<void> {
    await this.pressing;
    await this.latest.settled();
  }
}
