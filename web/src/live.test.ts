import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { afterBreak, type Flight, type Hears, Live, type Wire } from "./live";
import type { Beat, Moment, Now, Table } from "./wire";

class FakeWire implements Wire {
  sent: Record<string, unknown>[] = [];
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  onerror: Wire["onerror"] = null;
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006, reason = ""): void {
    this.onclose?.({ code, reason });
  }
}

const beat = (n: number, side = "red"): Beat => ({ n, by: { kind: "choose", side } });
const ask = { kind: "choose" as const, part: 0, number: 5, side: "red", rule: "", prompt: "What?", options: [] };
const table = (n: number, now: Now = { asks: [ask] }, story: Beat[] = []): Table => ({
  is: "table",
  game: "g",
  system: "s",
  title: "",
  side: "red",
  n,
  show: {} as Table["show"],
  story,
  now,
  seats: [],
  commitment: "",
});
const moment = (n: number): Moment => ({ is: "moment", beat: beat(n), change: {}, now: {} });

function seated() {
  const wires: FakeWire[] = [];
  const heard = { status: [] as string[], tables: [] as [Table, Flight | null][], moments: [] as number[] };
  const hears: Hears = {
    status: (status) => heard.status.push(status),
    table: (one, flight) => heard.tables.push([one, flight]),
    moment: (one) => heard.moments.push(one.beat.n),
    again: (since) => heard.moments.push(-since),
    news: () => undefined,
  };
  const live = new Live("ws://x", "secret", hears, () => {
    const wire = new FakeWire();
    wires.push(wire);
    return wire;
  });
  live.start();
  wires[0]!.onopen?.(undefined as never);
  wires[0]!.says(table(5));
  return { live, wires, heard };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a line to the server", () => {
  test("sits down first, then hears moments in order and without repeats", () => {
    const { wires, heard, live } = seated();
    expect(wires[0]!.sent[0]).toEqual({ do: "sit", token: "secret" });
    wires[0]!.says(moment(6));
    wires[0]!.says(moment(6));
    wires[0]!.says(moment(7));
    expect(heard.moments).toEqual([6, 7]);
    expect(live.n).toBe(7);
  });

  test("lines are told again from where the server says", () => {
    const { wires, heard, live } = seated();
    wires[0]!.says(moment(6));
    wires[0]!.says({ is: "again", since: 5 });
    wires[0]!.says(moment(6));
    wires[0]!.says(moment(7));
    expect(heard.moments).toEqual([6, -5, 6, 7]);
    expect(live.n).toBe(7);
  });

  test("a gap means sitting down anew", () => {
    const { wires, heard } = seated();
    wires[0]!.says(moment(8));
    expect(heard.moments).toEqual([]);
    expect(wires[0]!.closed).toBe(true);
    vi.advanceTimersByTime(50);
    expect(wires.length).toBe(2);
  });

  test("replies find who asked, whatever their order", async () => {
    const { wires, live } = seated();
    const first = live.ask({ do: "suggest", part: 0 });
    const second = live.ask({ do: "suggest", part: 1 });
    const [a, b] = wires[0]!.sent.slice(1) as { key: number }[];
    wires[0]!.says({ is: "tried", key: b!.key, answer: "b" });
    wires[0]!.says({ is: "tried", key: a!.key, answer: "a" });
    expect(await first).toMatchObject({ answer: "a" });
    expect(await second).toMatchObject({ answer: "b" });
  });

  test("comes back with growing patience, and says so", () => {
    const { wires, heard } = seated();
    wires[0]!.breaks();
    expect(heard.status.at(-1)).toBe("away");
    vi.advanceTimersByTime(400);
    expect(wires.length).toBe(2);
    wires[1]!.breaks();
    vi.advanceTimersByTime(400);
    expect(wires.length).toBe(2);
    vi.advanceTimersByTime(400);
    expect(wires.length).toBe(3);
    wires[2]!.says(table(5));
    expect(heard.status.at(-1)).toBe("here");
  });

  test("a wrong secret is final", () => {
    const { wires, heard } = seated();
    wires[0]!.breaks(4403, "not yours");
    vi.advanceTimersByTime(60_000);
    expect(wires.length).toBe(1);
    expect(heard.status.at(-1)).toBe("shut");
  });

  test("an answer that was on its way when the line broke is offered again, once", async () => {
    const { wires, heard, live } = seated();
    const reply = live.answer(ask, "this");
    wires[0]!.breaks();
    expect(await reply).toBeNull();
    vi.advanceTimersByTime(500);
    wires[1]!.says(table(5));
    expect(heard.tables.at(-1)?.[1]).toMatchObject({ answer: "this", n: 5 });
    wires[1]!.breaks();
    vi.advanceTimersByTime(2000);
    wires[2]!.says(table(5));
    expect(heard.tables.at(-1)?.[1]).toBeNull();
  });

  test("an answer that was taken is not", async () => {
    const { wires, heard, live } = seated();
    void live.answer(ask, "this");
    wires[0]!.breaks();
    vi.advanceTimersByTime(500);
    wires[1]!.says(table(6, { asks: [] }, [beat(6)]));
    expect(heard.tables.at(-1)?.[1]).toBeNull();
  });

  test("a line that is dead without being closed is noticed", () => {
    const { wires } = seated();
    vi.advanceTimersByTime(20_000 + 12_000 + 100);
    expect(wires[0]!.closed).toBe(true);
    expect(wires.length).toBe(2);
  });
});

test("what became of an answer", () => {
  const flight: Flight = { n: 5, part: 0, side: "red", number: 5, answer: 1 };
  expect(afterBreak(table(5), flight)).toBe("offer");
  expect(afterBreak(table(6, { asks: [ask] }, [beat(6, "blue")]), flight)).toBe("offer");
  expect(afterBreak(table(6, { asks: [ask] }, [beat(6, "red")]), flight)).toBe("taken");
  expect(afterBreak(table(6, { asks: [] }, [beat(6, "blue")]), flight)).toBe("gone");
  expect(afterBreak(table(6, { asks: [{ ...ask, number: 6 }] }, [beat(6, "blue")]), flight)).toBe("gone"); // reads the same
});
