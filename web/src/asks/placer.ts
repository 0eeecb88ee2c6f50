/** Putting things down: a draft of spots that is carried, turned and put right one by one, and tried as it goes. */

import { composeSpots, endsOf, liesAs } from "../compose";
import { turned } from "../geometry";
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

type Wish = { whole: true; at: Point; face: number } | { whole: false; spots: Spot[] };

export class Placer {
  readonly state: Store<Placing>;
  private readonly latest: Latest<Wish>;
  private from: readonly Spot[] = [];
  /** How the first spot lies from the point that a plan is asked for. */
  private aside: Point = [0, 0];

  constructor(
    private readonly live: Pick<Live, "ask">,
    private readonly sheet: PlaceSheet,
    private readonly middle: Point,
    kept: readonly Spot[] | null = null,
  ) {
    const spots = kept?.length ? kept : (sheet.spots[0] ?? []);
    const thing = spots[0]?.what ?? Object.keys(sheet.things)[0] ?? "";
    this.state = new Store<Placing>({ spots, traces: [], why: "", rule: "", whole: true, thing });
    this.latest = new Latest((wish) => this.work(wish));
    if (spots.length) this.latest.push({ whole: false, spots: [...spots] });
    else this.latest.push({ whole: true, at: middle, face: 0 });
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

  ends(): Record<string, [number, number, number]> {
    const { spots, traces } = this.state.get();
    const own = Object.fromEntries(spots.filter((spot) => this.sheet.things[spot.what]?.kind !== "body").map((spot) => [spot.what, [...spot.at, spot.face ?? 0]]));
    return { ...own, ...endsOf(traces) } as Record<string, [number, number, number]>;
  }

  pose(): { at: Point; face: number } {
    const { spots, thing } = this.state.get();
    const spot = spots.find((one) => one.what === thing) ?? spots[0];
    return { at: spot?.at ?? this.middle, face: spot?.face ?? 0 };
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
    const spots = from.map((spot) => (this.isHeld(spot, alone) ? changed(spot) : spot));
    this.state.patch({ spots });
    this.latest.push({ whole: false, spots });
  }

  turn(face: number): void {
    const { spots, whole } = this.state.get();
    if (!spots.length) return;
    if (whole && !this.single) {
      this.latest.push({ whole: true, at: this.anchor(spots), face: turned(face) });
      return;
    }
    this.change((spot) => ({ ...spot, face: turned(face) }));
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

  /** The manner of all of them, if it is the same. */
  private manner(): string {
    const [how = "", ...others] = new Set(this.state.get().spots.map((spot) => spot.how ?? ""));
    return others.length ? "" : how;
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

  private anchor(spots: readonly Spot[]): Point {
    const first = spots[0]?.at ?? this.middle;
    return [first[0] - this.aside[0], first[1] - this.aside[1]];
  }

  private async work(wish: Wish): Promise<void> {
    if (!wish.whole) return this.tried(await this.live.ask({ do: "try", part: this.sheet.part, answer: wish.spots }));
    const who = Object.keys(this.sheet.things);
    const reply = await this.live.ask({ do: "plan", part: this.sheet.part, drag: { who, to: wish.at, face: wish.face, verb: this.manner() } });
    if (reply?.is !== "tried") return this.tried(reply);
    if (this.latest.newer?.whole === false) return; // changed by hand meanwhile: that counts
    const planned = reply.answer as Spot[];
    if (planned[0]) this.aside = [planned[0].at[0] - wish.at[0], planned[0].at[1] - wish.at[1]];
    const laid = composeSpots(this.state.get().spots, who, planned);
    this.state.patch({ spots: laid });
    const isPlanned = laid.every((spot) => planned.some((one) => one.what === spot.what && liesAs(one, spot)));
    return isPlanned ? this.tried(reply) : this.work({ whole: false, spots: laid });
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
    if (spots.length) this.latest.push({ whole: false, spots: [...spots] });
  }

  settled(): Promise<void> {
    return this.latest.settled();
  }
}
