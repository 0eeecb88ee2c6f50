import { expect, test } from "vitest";
import { after } from "./seat";
import type { Now, NumberSheet } from "./wire";

const bid: NumberSheet = {
  kind: "number",
  part: 1,
  number: 4,
  side: "red",
  rule: "",
  prompt: "Bid",
  low: 0,
  high: 3,
  step: 1,
  usual: 0,
  counts: "",
};
const asked = (number = 4): Now => ({ asks: [{ ...bid, number }] });
const beat = (n: number, kind: string) => ({ n, by: { kind, side: "blue" } });

test("while others decide in secret one's own question stays the same, with what is in hand", () => {
  const old = { now: asked() };
  const next = after(old, { beat: beat(5, "secret"), now: asked() });
  expect(next.n).toBe(5);
  expect(next.now.asks![0]).toBe(old.now.asks![0]);
});

test("a question with another number is a new one, though it reads the same", () => {
  const old = { now: asked() };
  expect(after(old, { beat: beat(5, "number"), now: asked(5) }).now.asks![0]).not.toBe(old.now.asks![0]);
  expect(after(old, { beat: beat(5, "secret"), now: {} }).now.asks).toBeUndefined();
});
