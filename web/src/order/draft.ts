/** An order in the making: who, where to, at whom, how. Rehearsed by the server as it changes; nothing is sent as an answer. */

import { Latest } from "../asks/latest";
import { onward, Track } from "../asks/track";
import { distance, facing, middle, turned } from "../geometry";
import type { Live } from "../live";
import { Store } from "../store";
import type { Order, Point, Rehearsal, Show } from "../wire";
import type { Ready } from "./orderable";

export interface Drafting {
  unit: string;
  who: readonly string[];
  /** Where the middle of the unit is to go; null: it stays. */
  to: Point | null;
  /** Points on the way there. */
  via: readonly Point[];
  face: number | null;
  width: number;
  stance: string;
  at: readonly string[];
  hold: boolean;
  /** Near their places they prefer cover. */
  shelter: boolean;
  /** May scarce things be used? */
  spend: boolean;
  rehearsal: Rehearsal | null;
  thinking: boolean;
  why: string;
}

const MOST_POINTS = 4; // of a way, its end not counted
const QUARTER = 9000; // a quarter turn, in hundredths of a degree
const NARROWEST = 1000; // thousandths

const EMPTY: Drafting = {
  unit: "",
  who: [],
  to: null,
  via: [],
  face: null,
  width: 0,
  stance: "",
  at: [],
  hold: false,
  shelter: true,
  spend: false,
  rehearsal: null,
  thinking: false,
  why: "",
};

/** The last order of each unit, to be given again: how far it went, and the rest. */
const lately = new Map<string, { by: Point | null; stance: string; at: readonly string[]; hold: boolean }>();

export class OrderDraft {
  readonly state = new Store<Drafting>(EMPTY);
  private readonly latest = new Latest<Order>((order) => this.rehearse(order));
  private from: Point = [0, 0];
  /** The corners before this drag: it puts their end right. */
  private bent: readonly Point[] = [];
  private readonly track = new Track();
  private giving = false;

  constructor(
    private readonly live: Pick<Live, "ask">,
    private readonly show: () => Show | null,
  ) {}

  /** The order as it is sent. */
  order(): Order {
    const { who, to, via, face, width, stance, at, hold, shelter, spend } = this.state.get();
    const order: Order = { who: [...who] };
    if (stance) order.stance = stance;
    if (to) order.way = [...via, to];
    if (face !== null) order.face = face;
    if (width) order.width = width;
    if (at.length) Object.assign(order, { act: "at", at: [...at] });
    else if (hold) order.act = "hold";
    if (shelter && to) order.shelter = true;
    if (spend) order.spend = true;
    return order;
  }

  /** It is given, once, as it was rehearsed last: what was shown is what is done. */
  async give(send: (order: Order) => Promise<unknown>): Promise<void> {
    if (this.giving) return;
    this.giving = true;
    try {
      await this.latest.settled();
      const { rehearsal } = this.state.get();
      const order = this.order();
      this.keep();
      await send(order.stance || !rehearsal?.stance ? order : { ...order, stance: rehearsal.stance });
    } finally {
      this.giving = false;
    }
  }

  /** Remembered for the next time. */
  private keep(): void {
    const { unit, to, stance, at, hold } = this.state.get();
    const [x, y] = this.centre();
    lately.set(unit, { by: to ? [to[0] - x, to[1] - y] : null, stance, at, hold });
  }

  get hasLast(): boolean {
    return lately.has(this.state.get().unit);
  }

  /** The same again: as far as last time, the same way, at those of its targets who are left. */
  again(): void {
    const last = lately.get(this.state.get().unit);
    if (!last) return;
    const [x, y] = this.centre();
    const figures = this.show()?.figures ?? {};
    this.change({
      to: last.by ? [x + last.by[0], y + last.by[1]] : null,
      stance: last.stance,
      at: last.at.filter((name) => figures[name]),
      hold: last.hold,
    });
  }

  /** A unit is taken in hand; the draft of another is forgotten. */
  take(ready: Ready): void {
    const { unit, who } = this.state.get();
    if (ready.unit === unit && ready.who.join() === who.join()) return;
    this.state.set({ ...EMPTY, unit: ready.unit, who: ready.who });
    this.look();
  }

  drop(): void {
    const { unit, who } = this.state.get();
    this.latest.clear();
    this.state.set({ ...EMPTY, unit, who });
    this.look();
  }

  /** The middle of those who are ordered, as they stand. */
  centre(): Point {
    return middle(this.places());
  }

  private places(): Point[] {
    const figures = this.show()?.figures ?? {};
    return this.state.get().who.map((name) => figures[name]?.at ?? [0, 0]);
  }

  grab(): void {
    this.from = this.state.get().to ?? this.centre();
    this.bent = this.state.get().via;
    this.track.begin(this.from);
  }

  /** There, and round the corners that the hand went round. */
  drag([x, y]: Point): void {
    const to: Point = [this.from[0] + x, this.from[1] + y];
    const bends = this.track.to(to, Math.max(0, MOST_POINTS - this.bent.length));
    this.change({ to, via: onward([this.centre(), ...this.bent, ...bends, to]) });
  }

  /** Straight there, whatever way the hand went. */
  straighten(): void {
    this.change({ via: [] });
  }

  nudge([x, y]: Point): void {
    const [fromX, fromY] = this.state.get().to ?? this.centre();
    this.change({ to: [fromX + x, fromY + y] });
  }

  turn(face: number): void {
    this.change({ face });
  }

  /** A front drawn by hand, from its left flank to its right: they look at right angles to it, in ranks as wide as it is. */
  front(left: Point, right: Point): void {
    const width = Math.round(distance(left, right));
    if (width < NARROWEST) return;
    this.change({ to: middle([left, right]), face: turned(facing(left, right) - QUARTER), width });
  }

  /** The front wider or narrower; as wide as they stand now to begin with. */
  widen(by: number): void {
    const { width, to, face } = this.state.get();
    const now = width || this.spread();
    this.change({ to: to ?? this.centre(), face: face ?? this.looking(), width: Math.max(NARROWEST, now + by) });
  }

  /** How far apart the outermost of them stand. */
  spread(): number {
    const there = this.places();
    return Math.round(Math.max(0, ...there.flatMap((one) => there.map((other) => distance(one, other)))));
  }

  /** Which way the first of them looks; who has no facing looks away from his own edge. */
  private looking(): number {
    const figures = this.show()?.figures ?? {};
    return figures[this.state.get().who[0] ?? ""]?.face ?? 0;
  }

  /** The way goes over the point where it ends now: send them on from there. */
  waypoint(at: Point | null = this.state.get().to): void {
    const { via } = this.state.get();
    if (at && via.length < MOST_POINTS) this.change({ via: [...via, at], to: this.state.get().to ?? at });
  }

  setShelter(shelter: boolean): void {
    this.change({ shelter });
  }

  setSpend(spend: boolean): void {
    this.change({ spend });
  }

  /** Whom they find best, each for himself. */
  aimFreely(): void {
    this.change({ at: [], hold: false });
  }

  setStance(stance: string): void {
    this.change({ stance: this.state.get().stance === stance ? "" : stance });
  }

  setHold(hold: boolean): void {
    this.change({ hold, at: [] });
  }

  /** Aim at all of a unit; true: it was aimed at already. */
  aim(figures: readonly string[]): boolean {
    const same = this.state.get().at.join() === figures.join();
    if (!same) this.change({ at: [...figures], hold: false });
    return same;
  }

  private change(some: Partial<Drafting>): void {
    this.state.patch(some);
    this.look();
  }

  private look(): void {
    if (this.state.get().who.length) this.latest.push(this.order());
  }

  private async rehearse(order: Order): Promise<number> {
    this.state.patch({ thinking: true });
    const reply = await this.live.ask({ do: "rehearse", order });
    this.state.patch({ thinking: false });
    if (reply?.is === "rehearsed") this.state.patch({ rehearsal: reply.rehearsal, why: "" });
    else if (reply?.is === "refused" && reply.status !== 429) this.state.patch({ rehearsal: null, why: reply.text });
    return 1;
  }
}
