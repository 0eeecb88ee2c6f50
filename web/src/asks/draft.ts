/**
 * An answer made by hand: a move, or things put down. It is taken hold of, dragged, nudged and turned, tried by the server as
 * it goes, and put right until it is confirmed. Nothing is sent as an answer from here.
 */

import { FULL } from "../geometry";
import type { Live } from "../live";
import { Store } from "../store";
import type { Point, Refused, Trace, Tried } from "../wire";
import { Latest } from "./latest";

export interface Drafted<Part> {
  /** What would be sent: legs of a move, or spots. */
  answer: readonly Part[];
  traces: readonly Trace[];
  /** Why it is not allowed, and by which rule; "": it is, as far as is known. */
  why: string;
  rule: string;
  /** Why it goes no farther than this, where more was wished for. */
  short: string;
  /** Does everything follow a drag, or only what is in hand? */
  whole: boolean;
  /** What was last taken hold of. */
  held: string;
}

export abstract class Draft<Part, State extends Drafted<Part>, Wish> {
  readonly state: Store<State>;
  protected readonly latest: Latest<Wish>;

  constructor(
    protected readonly live: Pick<Live, "ask">,
    first: State,
  ) {
    this.state = new Store(first);
    this.latest = new Latest((wish) => this.work(wish));
  }

  /** The newest wish goes to the server; the number of requests that took. */
  protected abstract work(wish: Wish): Promise<number>;
  /** What a figure is part of, of all that may be taken hold of; "": it may not. */
  abstract holderOf(figure: string): string;
  /** A drag begins here. */
  protected abstract grasp(alone: boolean): void;
  /** So far from where the drag began. */
  abstract drag(by: Point, alone: boolean): void;
  /** A step by keys, from where it would stand. */
  abstract nudge(by: Point): void;
  abstract turn(face: number): void;
  /** Where the handle that turns belongs, and which way it looks. */
  abstract pose(): { at: Point; face: number };

  take(figure: string): void {
    const held = this.holderOf(figure);
    if (held && held !== this.state.get().held) this.hold(held);
  }

  protected hold(held: string): void {
    this.patch({ held });
  }

  grab(figure: string, alone = false): void {
    this.take(figure);
    this.grasp(alone);
  }

  turnBy(by: number): void {
    this.turn(this.facing() + by + FULL);
  }

  protected facing(): number {
    return this.pose().face;
  }

  setWhole(whole: boolean): void {
    this.patch({ whole });
  }

  /** What is suggested lies there, ready to be changed. */
  lay(reply: Tried): void {
    this.latest.clear();
    this.patch({ answer: reply.answer as Part[], traces: [] });
    this.hear(reply);
  }

  /** The way goes over the point where it ends now. */
  waypoint(_at?: Point): void {}

  /** How many corners the way has. */
  get corners(): number {
    return 0;
  }

  /** A way without corners. */
  straighten(): void {}

  /** As it was at first. */
  reset(): void {
    const answer = this.initial();
    this.latest.clear();
    this.patch({ answer, traces: answer.length ? this.state.get().traces : [], why: "", rule: "", short: "" });
  }

  protected initial(): readonly Part[] {
    return [];
  }

  /** Nothing is under way to the server. */
  settled(): Promise<void> {
    return this.latest.settled();
  }

  /** Keeps the verdict of the server, and says whether it is one: to be asked too often is none. */
  protected hear(reply: Tried | Refused | null): reply is Tried {
    if (reply?.is === "tried")
      this.patch({ traces: this.tracesOf(reply), why: reply.why ?? "", rule: reply.rule ?? "", short: reply.short ?? "" });
    else if (reply && reply.status !== 429) this.patch({ why: reply.text, rule: reply.rule });
    return reply?.is === "tried";
  }

  protected tracesOf(reply: Tried): readonly Trace[] {
    return reply.traces ?? [];
  }

  protected patch(some: Partial<Drafted<Part>>): void {
    this.state.patch(some as Partial<State>);
  }
}
