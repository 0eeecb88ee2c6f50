import { expect, test } from "vitest";
import { equal } from "./equal";
import { after } from "./seat";
import type { Now, NumberSheet } from "./wire";

const bid: NumberSheet = {
  kind: "number",
  part: 1,
  side: "red",
  rule: "",
  prompt: "Bid",
  low: 0,
  high: 3,
  step: 1,
  usual: 0,
  counts: "",
};
const asked = (): Now => ({ asks: [{ ...bid }] });
const beat = (n: number, kind: string) => ({ n, by: { kind, side: "blue" } });

test("while others decide in secret one's own question stays the same, with what is in hand", () => {
  const old = { now: asked(), since: 4 };
  const next = after(old, { beat: beat(5, "secret"), now: asked() });
  expect(next).toMatchObject({ n: 5, since: 4 });
  expect(next.now.asks).toBe(old.now.asks);
});

test("any other line makes the question a new one, though it reads the same", () => {
  const old = { now: asked(), since: 4 };
  expect(after(old, { beat: beat(5, "number"), now: asked() })).toMatchObject({ n: 5, since: 5 });
  expect(after(old, { beat: beat(5, "secret"), now: {} })).toMatchObject({ n: 5, since: 5 });
});

test("a question is the same in whatever order its parts come, and another as soon as one of them differs", () => {
  const ask = { part: 1, of: ["a", "b"], at: [1, 2], tally: { base: 4, mods: [["cover", -1, "x.y"]] }, most: null };
  expect(
    equal(ask, { most: null, tally: { mods: [["cover", -1, "x.y"]], base: 4 }, at: [1, 2], of: ["a", "b"], part: 1 }),
  ).toBe(true);
  for (const other of [
    { ...ask, of: ["b", "a"] },
    { ...ask, of: ["a"] },
    { ...ask, tally: { base: 4, mods: [["cover", -2, "x.y"]] } },
    { ...ask, most: undefined },
    { ...ask, more: 1 },
    { ...ask, at: { 0: 1, 1: 2 } },
  ])
    expect(equal(ask, other)).toBe(false);
});
