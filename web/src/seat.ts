/** A seat at this screen: its line to the server, the stage it sees, and where the battle stands for it. */

import { liveAddress, remainsOf } from "./api";
import { type Flight, Live, type Status } from "./live";
import { remembered } from "./remains";
import { speedNow } from "./settings";
import { folded } from "./show";
import { Stage } from "./stage";
import { Store } from "./store";
import type { Chat, Moment, Now, Order, Refused, Seat, Sheet, Table, Taken } from "./wire";

export interface Seated {
  status: Status;
  why: string;
  /** What does not change while one sits. */
  table: Pick<Table, "game" | "system" | "title" | "side" | "commitment" | "secrets" | "stances" | "brief" | "guide"> | null;
  now: Now;
  n: number;
  seats: readonly Seat[];
  chat: readonly Chat[];
  /** Those who watch are not heard. */
  muted: boolean;
  /** An answer that did not arrive: it may be sent again. */
  lost: Flight | null;
  /** Sent, and not yet taken. */
  sending: boolean;
  refused: Refused | null;
}

const EMPTY: Seated = {
  status: "connecting",
  why: "",
  table: null,
  now: {},
  n: 0,
  seats: [],
  chat: [],
  muted: false,
  lost: null,
  sending: false,
  refused: null,
};

/** Where one stands after a moment. What is half decided stays in hand while others decide in secret. */
export function after(old: Pick<Seated, "now">, { beat, now }: Pick<Moment, "beat" | "now">): Pick<Seated, "now" | "n"> {
  const asks = (now.asks ?? []).map((ask) => old.now.asks?.find((one) => questionOf(one) === questionOf(ask)) ?? ask);
  return { now: now.asks ? { ...now, asks } : now, n: beat.n };
}

/** The name of a question: another answer at the same time does not change it, and no other question of the battle has it. */
export const questionOf = (ask: Pick<Sheet, "number" | "part">): string => `${ask.number}/${ask.part}`;

export class LiveSeat {
  readonly state = new Store<Seated>(EMPTY);
  readonly staged = new Store<Stage | null>(null);
  readonly live: Live;

  constructor(
    game: string,
    readonly token: string,
  ) {
    this.live = new Live(liveAddress(game), token, {
      status: (status, why) => this.state.patch({ status, why }),
      table: (table, flight) => this.sat(table, flight),
      moment: (moment) => this.heard(moment),
      again: (since) => this.staged.get()?.again(since),
      news: (news) => this.news(news),
    });
  }

  start(): void {
    this.live.start();
  }

  stop(): void {
    this.live.stop();
    this.staged.get()?.stop();
  }

  /** Hear of every change: of where the battle stands, and of what is on the stage. */
  subscribe(listener: () => void): () => void {
    let ofScene = this.staged.get()?.scene.subscribe(listener);
    const ofState = this.state.subscribe(listener);
    const ofStage = this.staged.subscribe(() => {
      ofScene?.();
      ofScene = this.staged.get()?.scene.subscribe(listener);
      listener();
    });
    return () => {
      ofState();
      ofStage();
      ofScene?.();
    };
  }

  /** Those who fell before one came, and scorched ground; without them the table is as good. */
  private recall(game: string): void {
    remainsOf(game).then(
      (left) => this.staged.get()?.remember(remembered(left)),
      () => undefined,
    );
  }

  private sat(table: Table, lost: Flight | null): void {
    const { game, system, title, side, commitment, secrets = false, stances = [], brief = null, guide = [] } = table;
    const story = folded(table.story, table.skipped);
    const old = this.staged.get();
    if (old) old.reset(table.show, story, table.skipped);
    else this.staged.set(new Stage(table.show, story, speedNow, undefined, table.skipped));
    if (Object.values(table.show.units).some((one) => one.left < one.of)) this.recall(game);
    const fixed = { game, system, title, side, commitment, secrets, stances, brief, guide };
    this.state.patch({
      table: fixed,
      now: table.now,
      n: table.n,
      seats: table.seats,
      chat: table.chat ?? [],
      muted: table.muted ?? false,
      lost,
      sending: false,
    });
  }

  private heard(moment: Moment): void {
    this.state.patch({ ...after(this.state.get(), moment), lost: null, refused: null });
    this.staged.get()?.push(moment);
  }

  private news(news: { seats?: Seat[]; muted?: boolean; now?: Now; chat?: Chat }): void {
    const { seats, muted = false, now, chat } = news;
    if (seats) this.state.patch({ seats, muted });
    if (now) this.state.patch({ now });
    if (chat) this.state.patch({ chat: [...this.state.get().chat, chat] });
  }

  /** Give an answer; a refusal is shown, and nothing else changes. */
  async answer(sheet: Sheet, answer: unknown): Promise<Taken | Refused | null> {
    if (this.state.get().sending) return null;
    this.state.patch({ sending: true, refused: null, lost: null });
    const reply = await this.live.answer(sheet, answer);
    this.state.patch({ sending: false, refused: reply?.is === "refused" ? reply : null });
    return reply;
  }

  /** Give an order to a whole unit; a refusal is shown. */
  async give(order: Order): Promise<void> {
    if (this.state.get().sending) return;
    this.state.patch({ sending: true, refused: null });
    const reply = await this.live.ask({ do: "give", n: this.live.n, order });
    this.state.patch({ sending: false, refused: reply?.is === "refused" ? reply : null });
  }

  async sendAgain(): Promise<void> {
    const { lost, now } = this.state.get();
    const sheet = (now.asks ?? []).find((ask) => lost && questionOf(ask) === questionOf(lost));
    if (lost && sheet) await this.answer(sheet, lost.answer);
    this.state.patch({ lost: null });
  }

  /** Anything else one may ask for; what is refused is shown. */
  async wish(body: Parameters<Live["ask"]>[0]): Promise<boolean> {
    const reply = await this.live.ask(body as { do: "ping" });
    this.state.patch({ refused: reply?.is === "refused" ? reply : null });
    return reply !== null && reply.is !== "refused";
  }
}
