/** Putting things down: a draft of spots that is carried, turned and put right one by one, and tried as it goes. */

import { endsOf } from "../compose";
import { middle, reach, swung, turned } from "../geometry";
import type { Live } from "../live";
import type { PlaceSheet, Point, Spot, Tried } from "../wire";
import { Draft, type Drafted } from "./draft";

/** These spots are to be judged; null: the server is to lay them. What is carried stops where it may lie. */
interface Wish {
  spots: readonly Spot[] | null;
  carried?: boolean;
}

/** A block that is turned: how it lay before the first of several turns, about which point it turns, and how it lies now. */
interface Wheel {
  from: readonly Spot[];
  about: Point;
  to: readonly Spot[];
}

export class Placer extends Draft<Spot, Drafted<Spot>, Wish> {
  private from: readonly Spot[] = [];
  /** How they last lay where they may: what is carried is stopped on the way from there. */
  private lawful: readonly Spot[] | null = null;
  /** Where keys would have them, though they are stopped before it: the next key goes on from there, and over what is in the way. */
  private wanted: readonly Spot[] | null = null;
  private wheel: Wheel = { from: [], about: [0, 0], to: [] };

  constructor(
    live: Pick<Live, "ask">,
    private readonly sheet: PlaceSheet,
    private readonly centre: Point,
    kept: readonly Spot[] | null = null,
  ) {
    const answer = kept?.length ? kept : (sheet.spots[0] ?? []);
    const held = answer[0]?.what ?? Object.keys(sheet.things)[0] ?? "";
    super(live, { answer, traces: [], why: "", rule: "", short: "", whole: true, held });
    this.latest.push({ spots: answer.length ? answer : null });
  }

  get single(): boolean {
    return Object.keys(this.sheet.things).length === 1;
  }

  private get isBody(): boolean {
    return Object.values(this.sheet.things).some((shape) => shape.kind === "body");
  }

  /** Itself, or the body it stands in. */
  holderOf(figure: string): string {
    if (figure in this.sheet.things) return figure;
    return Object.keys(this.sheet.things).find((name) => this.sheet.things[name]!.of?.includes(figure)) ?? "";
  }

  /** Where everybody would stand: as it is sent, and of a body as the server last said. */
  ends(): Record<string, [number, number, number]> {
    const { answer, traces } = this.state.get();
    const own = Object.fromEntries(
      answer
        .filter((spot) => this.sheet.things[spot.what]?.kind !== "body")
        .map((spot) => [spot.what, [...spot.at, spot.face ?? 0]]),
    );
    return { ...endsOf(traces), ...own } as Record<string, [number, number, number]>;
  }

  /** Do all turn together, as one block? */
  private get isBlock(): boolean {
    return this.state.get().whole && !this.single;
  }

  /** Where the handle that turns belongs: in the middle of the block, or of the one in hand. */
  pose(): { at: Point; face: number } {
    const { answer: spots, held } = this.state.get();
    const spot = (this.isBlock ? null : spots.find((one) => one.what === held)) ?? spots[0];
    return { at: this.isBlock && spot ? this.turning(spots).about : (spot?.at ?? this.centre), face: spot?.face ?? 0 };
  }

  /** How far the front of what is turned lies from there. */
  front(): number {
    const { answer: spots, held } = this.state.get();
    const { at, face } = this.pose();
    const fronts = spots
      .filter((spot) => this.isBlock || spot.what === held)
      .map((spot) => swung(spot.at, at, -face)[1] - at[1] + this.radius(spot));
    return Math.max(0, ...fronts);
  }

  private radius(spot: Spot): number {
    const shape = this.sheet.things[spot.what];
    return reach(shape?.kind === "disc" || shape?.kind === "box" ? (shape.size ?? []) : []);
  }

  protected grasp(): void {
    this.from = this.state.get().answer;
    this.wanted = null;
  }

  drag(by: Point, alone: boolean): void {
    this.carry(this.from, by, alone);
  }

  /** All of it goes here, or as near as it may. */
  bring([x, y]: Point): void {
    const spots = this.state.get().answer;
    if (!spots.length) return;
    const [fromX, fromY] = middle(spots.map((spot) => spot.at));
    this.grasp();
    this.patch({ whole: true });
    this.carry(spots, [x - fromX, y - fromY], false);
  }

  nudge(by: Point): void {
    this.wanted = this.carry(this.wanted && this.isOnward(by) ? this.wanted : this.state.get().answer, by, false);
  }

  /** Does a key lead on to where they cannot go, or back? */
  private isOnward(by: Point): boolean {
    const { answer } = this.state.get();
    const n = answer.findIndex((spot, i) => this.wanted?.[i] && this.wanted[i].at.join() !== spot.at.join());
    const [one, other] = [answer[n]?.at, this.wanted?.[n]?.at];
    return !!one && !!other && (other[0] - one[0]) * by[0] + (other[1] - one[1]) * by[1] >= 0;
  }

  /** Carried so far from there. What is stopped is shown where the server says; anything else at once. */
  private carry(from: readonly Spot[], by: Point, alone: boolean): readonly Spot[] {
    const shift = (spot: Spot): Spot => ({ ...spot, at: this.onGrid(spot.what, [spot.at[0] + by[0], spot.at[1] + by[1]]) });
    const spots = this.changed(shift, from, alone);
    if (!this.state.get().short) this.patch({ answer: spots });
    if (spots.length) this.latest.push({ spots, carried: true });
    return spots;
  }

  /** The nearest place where it may lie, if it has a grid. */
  private onGrid(what: string, at: Point): Point {
    const step = this.sheet.things[what]?.step;
    return step ? [Math.round(at[0] / step) * step, Math.round(at[1] / step) * step] : at;
  }

  /** Is it in hand? All of them are, or one. */
  private isHeld(spot: Spot, alone = false): boolean {
    const { held, whole } = this.state.get();
    return this.single || whole !== alone || spot.what === held;
  }

  private changed(other: (spot: Spot) => Spot, from: readonly Spot[], alone = false): readonly Spot[] {
    return from.map((spot) => (this.isHeld(spot, alone) ? other(spot) : spot));
  }

  private change(other: (spot: Spot) => Spot, from: readonly Spot[] = this.state.get().answer): void {
    if (!from.length) return;
    const spots = this.changed(other, from);
    this.wanted = null;
    this.patch({ answer: spots });
    this.latest.push({ spots });
  }

  turn(face: number): void {
    if (this.isBlock) this.turnBlock(face);
    else this.change((spot) => ({ ...spot, face: turned(face) }));
  }

  /** The block turns as it lies, about its middle: always from how it lay at first, so that nothing is rounded twice. */
  private turnBlock(face: number): void {
    const { from, about } = this.turning(this.state.get().answer);
    const by = face - (from[0]?.face ?? 0);
    this.change((spot) => ({ ...spot, at: swung(spot.at, about, by), face: turned((spot.face ?? 0) + by) }), from);
    this.wheel = { from, about, to: this.state.get().answer };
  }

  private turning(spots: readonly Spot[]): Wheel {
    return this.wheel.to === spots ? this.wheel : { from: spots, about: middle(spots.map((spot) => spot.at)), to: spots };
  }

  private mayBe(spot: Spot, how: string): boolean {
    return !!this.sheet.things[spot.what]?.hows?.includes(how);
  }

  /** Do those in hand lie in this manner, as far as they may? */
  isSo(how: string): boolean {
    const able = this.state.get().answer.filter((spot) => this.isHeld(spot) && this.mayBe(spot, how));
    return able.length > 0 && able.every((spot) => spot.how === how);
  }

  /** Another formation, or another manner of putting down. A body always has a formation; who lies prone may get up again. */
  setHow(how: string): void {
    const next = !this.isBody && this.isSo(how) ? "" : how;
    this.change((spot) => (this.mayBe(spot, how) ? { ...spot, how: next } : spot));
  }

  private raised(spot: Spot, by: number): number {
    return Math.max(0, Math.min(this.sheet.things[spot.what]?.levels ?? 0, (spot.level ?? 0) + by));
  }

  canRise(by: number): boolean {
    return this.state.get().answer.some((spot) => this.isHeld(spot) && this.raised(spot, by) !== (spot.level ?? 0));
  }

  rise(by: number): void {
    this.change((spot) => ({ ...spot, level: this.raised(spot, by) }));
  }

  /** The levels of those in hand who may be on any, from the lowest. */
  levels(): number[] {
    const flyers = this.state.get().answer.filter((spot) => this.isHeld(spot) && this.sheet.things[spot.what]?.levels);
    return [...new Set(flyers.map((spot) => spot.level ?? 0))].sort((a, b) => a - b);
  }

  /** The verdict; what is laid stays as it is, for it may be newer, unless it was carried too far. */
  protected async work({ spots, carried }: Wish): Promise<number> {
    const { part, things } = this.sheet;
    if (spots && carried && this.lawful) {
      const reply = await this.live.ask({ do: "carry", part, start: this.lawful, answer: spots });
      if (this.hear(reply)) this.settle(reply.answer as Spot[], reply);
      return 1;
    }
    if (spots) {
      const reply = await this.live.ask({ do: "try", part, answer: spots });
      if (this.hear(reply) && !reply.why) this.lawful = spots;
      return 1;
    }
    const reply = await this.live.ask({ do: "plan", part, drag: { who: Object.keys(things), to: this.centre, face: 0 } });
    if (this.state.get().answer.length) return 1; // a suggestion was laid meanwhile: that counts
    if (this.hear(reply)) this.patch({ answer: reply.answer as Spot[] });
    return 1;
  }

  /** What was carried lies where the server put it. */
  private settle(laid: readonly Spot[], { why, short }: Tried): void {
    if (!why) this.lawful = laid;
    if (!short) this.wanted = null;
    if (short || !this.latest.newer) this.patch({ answer: laid });
  }

  protected override initial(): readonly Spot[] {
    return this.sheet.spots[0] ?? [];
  }

  /** What is suggested may lie there. */
  override lay(reply: Tried): void {
    super.lay(reply);
    this.wanted = null;
    if (!reply.why) this.lawful = reply.answer as Spot[];
  }

  override reset(): void {
    super.reset();
    this.wanted = null;
    const { answer } = this.state.get();
    if (answer.length) this.latest.push({ spots: answer });
  }
}
