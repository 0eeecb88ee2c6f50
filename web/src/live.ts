/**
 * The line to the server for one seat. It sits down again by itself when it breaks, matches replies to requests by their
 * key, notices gaps in the journal, and remembers an answer that was on its way when the line broke. No React here.
 */

import type {
  Beat,
  Chat,
  Drag,
  Foreseen,
  FromServer,
  Looked,
  Moment,
  Now,
  Order,
  Paced,
  Reached,
  Refused,
  Rehearsed,
  Seat,
  Sheet,
  Table,
  Taken,
  Tried,
} from "./wire";

export type Status = "connecting" | "here" | "away" | "shut";

/** What a listener is told; `news` is what changes without an entry of the journal. */
export interface Hears {
  status(status: Status, why: string): void;
  table(table: Table, flight: Flight | null): void;
  moment(moment: Moment): void;
  /** The lines after this one are told anew. */
  again(since: number): void;
  news(news: { seats?: Seat[]; muted?: boolean; now?: Now; chat?: Chat }): void;
}

/** What names a question: its number, its part, and who is asked. */
export type Asked = Pick<Sheet, "part" | "side" | "number">;

/** An answer on its way: `n` was the last line seen when it was sent. */
export interface Flight {
  n: number;
  part: number;
  side: string;
  number: number;
  answer: unknown;
}

/** As much of a WebSocket as is needed, so that tests can do without. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onerror: ((event: never) => void) | null;
}

type Body =
  | { do: "answer"; n: number; part: number; answer: unknown }
  | { do: "try" | "foresee"; part: number; answer: unknown }
  | { do: "plan"; part: number; drag: Drag }
  | { do: "carry"; part: number; start: unknown; answer: unknown }
  | { do: "suggest"; part: number }
  | { do: "reach"; part: number; who: string[]; verb?: string; order?: Order | null }
  | { do: "pace"; who: string[] }
  | { do: "rehearse"; order: Order }
  | { do: "give"; n: number; order: Order }
  | { do: "stand"; rule: string; policy: "pass" | "advise" | number | null }
  | { do: "steer"; how: "halt" | "go" | "drop" }
  | { do: "look"; start: string; to: string }
  | { do: "undo"; n: number; entries: number }
  | { do: "consent"; yes: boolean }
  | { do: "concede" | "ping" }
  | { do: "call"; name: string }
  | { do: "agree"; yes?: boolean }
  | { do: "mute"; on: boolean }
  | { do: "say"; text: string };

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const BEAT_EVERY = 20_000;
const ANSWER_WITHIN = 12_000;

/** What became of an answer that was on its way when the line broke. */
export function afterBreak(table: Pick<Table, "n" | "story" | "now">, flight: Flight): "taken" | "offer" | "gone" {
  const next = table.story.find((beat: Beat) => beat.n > flight.n && beat.by.side === flight.side);
  if (next) return "taken";
  const open = (table.now.asks ?? []).some((ask) => ask.part === flight.part && ask.number === flight.number);
  return open ? "offer" : "gone";
}

export class Live {
  private wire: Wire | null = null;
  private waiting = new Map<number, (reply: FromServer | null) => void>();
  private key = 0;
  private tries = 0;
  private stopped = false;
  private seated = false;
  private flight: Flight | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  n = -1;

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly hears: Hears,
    private readonly make: (url: string) => Wire = (address) => new WebSocket(address) as unknown as Wire,
  ) {}

  start(): void {
    this.stopped = false;
    if (this.wire) return;
    this.seated = false;
    this.hears.status(this.tries ? "away" : "connecting", "");
    const wire = this.make(this.url);
    this.wire = wire;
    wire.onopen = () => wire.send(JSON.stringify(this.token ? { do: "sit", token: this.token } : { do: "sit" }));
    wire.onmessage = (event) => {
      if (this.wire === wire) this.hear(JSON.parse(String(event.data)) as FromServer);
    };
    wire.onclose = (event) => {
      if (this.wire === wire) this.lost(event.code, event.reason);
    };
    wire.onerror = () => wire.close();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    clearInterval(this.heart);
    const wire = this.wire;
    this.wire = null;
    wire?.close();
    this.release();
  }

  /** Sit down anew: after a gap, or when somebody is tired of waiting. */
  again(): void {
    const wire = this.wire;
    this.wire = null;
    wire?.close();
    this.lost(0, "", true);
  }

  /** A request and its reply; null when the line broke first. */
  ask(body: { do: "try" | "suggest" | "plan" | "carry" } & Body): Promise<Tried | Refused | null>;
  ask(body: { do: "look" } & Body): Promise<Looked | Refused | null>;
  ask(body: { do: "foresee" } & Body): Promise<Foreseen | Refused | null>;
  ask(body: { do: "reach" } & Body): Promise<Reached | Refused | null>;
  ask(body: { do: "pace" } & Body): Promise<Paced | Refused | null>;
  ask(body: { do: "rehearse" } & Body): Promise<Rehearsed | Refused | null>;
  ask(body: Body): Promise<FromServer | null>;
  ask(body: Body): Promise<FromServer | null> {
    if (!this.wire || !this.seated) return Promise.resolve(null);
    const key = ++this.key;
    return new Promise((resolve) => {
      this.waiting.set(key, resolve);
      this.wire!.send(JSON.stringify({ ...body, key }));
    });
  }

  /** Give an answer. It counts as on its way until it is taken or refused. */
  async answer({ part, side, number }: Asked, answer: unknown): Promise<Taken | Refused | null> {
    this.flight = { n: this.n, part, side, number, answer };
    const reply = (await this.ask({ do: "answer", n: this.n, part, answer })) as Taken | Refused | null;
    if (reply) this.flight = null;
    return reply;
  }

  private hear(message: FromServer): void {
    switch (message.is) {
      case "table":
        return this.sat(message);
      case "moment":
        return this.moment(message);
      case "again":
        this.n = message.since;
        return this.hears.again(message.since);
      case "seats":
        return this.hears.news({ seats: message.seats, muted: message.muted ?? false });
      case "waiting":
        return this.hears.news({ now: message.now });
      case "said":
        return this.hears.news({ chat: message.chat });
      default:
        return this.reply(message);
    }
  }

  private sat(table: Table): void {
    this.seated = true;
    this.tries = 0;
    this.n = table.n;
    clearInterval(this.heart);
    this.heart = setInterval(() => this.pulse(), BEAT_EVERY);
    const flight = this.flight;
    this.flight = null;
    this.hears.status("here", "");
    this.hears.table(table, flight && afterBreak(table, flight) === "offer" ? flight : null);
  }

  private moment(moment: Moment): void {
    if (moment.beat.n <= this.n) return;
    if (moment.beat.n > this.n + 1) return this.again();
    this.n = moment.beat.n;
    this.hears.moment(moment);
  }

  private reply(message: FromServer): void {
    const key = "key" in message ? message.key : null;
    const waiting = typeof key === "number" ? this.waiting.get(key) : undefined;
    if (typeof key === "number" && waiting) {
      this.waiting.delete(key);
      waiting(message);
    } else if (message.is === "refused" && !this.seated && message.status !== 429 && message.status < 500) {
      this.stop();
      this.hears.status("shut", message.text);
    }
  }

  /** Is the other end still there? A line can be dead without being closed. */
  private pulse(): void {
    const late = setTimeout(() => this.again(), ANSWER_WITHIN);
    void this.ask({ do: "ping" }).then(() => clearTimeout(late));
  }

  private lost(code: number, reason = "", quick = false): void {
    this.wire = null;
    this.seated = false;
    clearInterval(this.heart);
    this.release();
    if (this.stopped) return;
    if (code >= 4400 && code < 4500 && code !== 4429) {
      this.stopped = true;
      return this.hears.status("shut", reason || (code === 4404 ? "There is no such battle." : "This seat is not yours."));
    }
    this.hears.status("away", "");
    const wait = quick && !this.tries ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(this.tries, 8));
    this.tries += 1;
    this.retry = setTimeout(() => this.start(), wait * (0.8 + 0.4 * Math.random()));
  }

  private release(): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const resolve of waiting) resolve(null);
  }
}
