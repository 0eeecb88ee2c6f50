/** Putting things down: a draft of spots that is carried, turned and put right one by one, and tried as it goes. */

import { endsOf } from "../compose";
import { middle, reach, swung, turned } from "../geometry";
import type { Live } from "../live";
import { Store } from "../store";
import type { PlaceSheet, Point, Spot, Trace, Tried } from "../wire";
import { Latest } from "./latest";

export interface Placing {
  spots: readonly Spot[];
  traces: readonly Trace[];
  why: string;
  rule: string;
  whole: boolean;
  thing: string;
}

/** These spots are to be judged; null: the server is to lay them. */
interface Wish {
  spots: readonly Spot[] | null;
}

/** A block that is turned: how it lay before the first of several turns, about which point it turns, and how it lies now. */
interface Wheel {
  from: readonly Spot[];
  about: Point;
  to: readonly Spot[];
}

export class Placer {
  readonly state: Store<Placing>;
  private readonly latest: Latest<Wish>;
  private from: readonly Spot[] = [];
  private wheel: Wheel = { from: [], about: [0, 0], to: [] };

  constructor(
    private readonly live: Pick<Live, "ask">,
    private readonly sheet: PlaceSheet,
    private readonly centre: Point,
    kept: readonly Spot[] | null = null,
  ) {
    const spots = kept?.length ? kept : (sheet.spots[0] ?? []);
    const thing = spots[0]?.what ?? Object.keys(sheet.things)[0] ?? "";
    this.state = new Store<Placing>({ spots, traces: [], why: "", rule: "", whole: true, thing });
    this.latest = new Latest((wish) => this.work(wish));
    this.latest.push({ spots: spots.length ? spots : null });
  }

  get single(): boolean {
    return Object.keys(this.sheet.things).length === 1;
  }

  private get isBody(): boolean {
    return Object.values(this.sheet.things).some((shape) => shape.kind === "body");
  }

  /** The thing that a figure belongs to: itself, or the body it stands in. */
  thingOf(figure: string): string {
    if (figure in this.sheet.things) return figure;
    return Object.keys(this.sheet.things).find((name) => this.sheet.things[name]!.of?.includes(figure)) ?? "";
  }

  /** Where everybody would stand: as it is sent, and of a body as the server last said. */
  ends(): Record<string, [number, number, number]> {
    const { spots, traces } = this.state.get();
    const own = Object.fromEntries(
      spots
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
    const { spots, thing } = this.state.get();
    const spot = (this.isBlock ? null : spots.find((one) => one.what === thing)) ?? spots[0];
    return { at: this.isBlock && spot ? this.turning(spots).about : (spot?.at ?? this.centre), face: spot?.face ?? 0 };
  }

  /** How far the front of what is turned lies from there. */
  front(): number {
    const { spots, thing } = this.state.get();
    const { at, face } = this.pose();
    const fronts = spots
      .filter((spot) => this.isBlock || spot.what === thing)
      .map((spot) => swung(spot.at, at, -face)[1] - at[1] + this.radius(spot));
    return Math.max(0, ...fronts);
  }

  private radius(spot: Spot): number {
    const shape = this.sheet.things[spot.what];
    return reach(shape?.kind === "disc" || shape?.kind === "box" ? (shape.size ?? []) : []);
  }

  take(figure: string): void {
    const thing = this.thingOf(figure);
    if (thing) this.state.patch({ thing });
  }

  grab(figure: string): void {
    this.take(figure);
    this.from = this.state.get().spots;
  }

  drag(by: Point, alone: boolean): void {
    this.carry(this.from, by, alone);
  }

  nudge(by: Point): void {
    this.carry(this.state.get().spots, by, false);
  }

  private carry(from: readonly Spot[], by: Point, alone: boolean): void {
    this.change((spot) => ({ ...spot, at: [spot.at[0] + by[0], spot.at[1] + by[1]] }), from, alone);
  }

  /** Is it in hand? All of them are, or one. */
  private isHeld(spot: Spot, alone = false): boolean {
    const { thing, whole } = this.state.get();
    return this.single || whole !== alone || spot.what === thing;
  }

  private change(changed: (spot: Spot) => Spot, from: readonly Spot[] = this.state.get().spots, alone = false): void {
    if (!from.length) return;
    const spots = from.map((spot) => (this.isHeld(spot, alone) ? changed(spot) : spot));
    this.state.patch({ spots });
    this.latest.push({ spots });
  }

  turn(face: number): void {
    if (this.isBlock) this.turnBlock(face);
    else this.change((spot) => ({ ...spot, face: turned(face) }));
  }

  /** The block turns as it lies, about its middle: always from how it lay at first, so that nothing is rounded twice. */
  private turnBlock(face: number): void {
    const { from, about } = this.turning(this.state.get().spots);
    const by = face - (from[0]?.face ?? 0);
    this.change((spot) => ({ ...spot, at: swung(spot.at, about, by), face: turned((spot.face ?? 0) + by) }), from);
    this.wheel = { from, about, to: this.state.get().spots };
  }

  private turning(spots: readonly Spot[]): Wheel {
    return this.wheel.to === spots ? this.wheel : { from: spots, about: middle(spots.map((spot) => spot.at)), to: spots };
  }

  turnBy(by: number): void {
    this.turn(this.pose().face + by + 36000);
  }

  private mayBe(spot: Spot, how: string): boolean {
    return !!this.sheet.things[spot.what]?.hows?.includes(how);
  }

  /** Do those in hand lie in this manner, as far as they may? */
  isSo(how: string): boolean {
    const able = this.state.get().spots.filter((spot) => this.isHeld(spot) && this.mayBe(spot, how));
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
    return this.state.get().spots.some((spot) => this.isHeld(spot) && this.raised(spot, by) !== (spot.level ?? 0));
  }

  rise(by: number): void {
    this.change((spot) => ({ ...spot, level: this.raised(spot, by) }));
  }

  /** The levels of those in hand who may be on any, from the lowest. */
  levels(): number[] {
    const flyers = this.state.get().spots.filter((spot) => this.isHeld(spot) && this.sheet.things[spot.what]?.levels);
    return [...new Set(flyers.map((spot) => spot.level ?? 0))].sort((a, b) => a - b);
  }

  setWhole(whole: boolean): void {
    this.state.patch({ whole });
  }

  private async work({ spots }: Wish): Promise<void> {
    const { part, things } = this.sheet;
    if (spots) return this.tried(await this.live.ask({ do: "try", part, answer: spots }));
    const reply = await this.live.ask({ do: "plan", part, drag: { who: Object.keys(things), to: this.centre, face: 0 } });
    if (this.state.get().spots.length) return; // a suggestion was laid meanwhile: that counts
    if (reply?.is === "tried") this.state.patch({ spots: reply.answer as Spot[] });
    this.tried(reply);
  }

  /** The verdict; what is laid stays as it is, for it may be newer. */
  private tried(reply: Tried | { is: "refused"; text: string; rule: string; status: number } | null): void {
    if (!reply) return;
    if (reply.is === "refused") {
      if (reply.status !== 429) this.state.patch({ why: reply.text, rule: reply.rule });
      return;
    }
    this.state.patch({ traces: reply.traces ?? [], why: reply.why ?? "", rule: reply.rule ?? "" });
  }

  /** What is suggested lies there, ready to be carried elsewhere. */
  lay(reply: Tried): void {
    this.latest.clear();
    this.state.patch({ spots: reply.answer as Spot[] });
    this.tried(reply);
  }

  reset(): void {
    this.latest.clear();
    const spots = this.sheet.spots[0] ?? [];
    this.state.patch({ spots, why: "", rule: "" });
    if (spots.length) this.latest.push({ spots });
  }

  settled(): Promise<void> {
    return this.latest.settled();
  }
}
