import { expect, test } from "vitest";
import { deedsOf, luckOf, luckText, turnedBy } from "./reckoning";
import type { Deeds, Show } from "./wire";

const SHOW = {
  parties: [
    { id: "red", name: "Red", team: "north" },
    { id: "blue", name: "Blue" },
    { id: "green", name: "Green", team: "north" },
  ],
  figures: {},
  units: { r: { id: "r", side: "red" }, b: { id: "b", side: "blue" } },
} as unknown as Show;
const deeds = (expected: number, came: number, counted = true): Deeds => ({
  attacks: 3,
  removed: came,
  expected,
  came,
  counted,
});

test("luck is what came of attacks less what was to be expected", () => {
  const found = luckOf([deeds(1.5, 2), deeds(0.5, 1), deeds(0, 9, false)]);
  expect(found).toEqual({ luck: 1, expected: 2, came: 3 });
  expect(luckOf([deeds(0, 2, false)])).toBe(null); // nothing could be counted
  expect(luckText(1.04)).toBe("+1.0");
  expect(luckText(-0.66)).toBe("−0.7");
});

test("a side's deeds are those of its units", () => {
  expect(deedsOf({ r: deeds(1, 1), b: deeds(2, 2) }, SHOW, "blue")).toEqual([deeds(2, 2)]);
});

test("where it turned, allies count as one's own", () => {
  expect(turnedBy({ n: 4, lost: { red: 1, green: 2, blue: 5 } }, SHOW, "red")).toEqual({ mine: 3, theirs: 5 });
});
