import { expect, test } from "vitest";
import { luckOf, turningPoint } from "./summary";
import type { Beat, Show, Told } from "./wire";

const card = (id: string, side: string) => ({ id, name: id, side, figures: [], left: 2, of: 4 });
const SHOW = {
  parties: [
    { id: "red", name: "Red" },
    { id: "blue", name: "Blue" },
  ],
  figures: {},
  units: { r: card("r", "red"), b: card("b", "blue") },
} as unknown as Show;
const fell = (figure: string): Told => ({ kind: "fell", text: "", seen: { type: "fell", figure } });
const beat = (n: number, side: string, by: string, ...fallen: string[]): Beat => ({
  n,
  by: { kind: "choose", side, ...(by ? { by } : {}) },
  told: fallen.map(fell),
});
const STORY = [
  beat(2, "red", "order", "b.1"),
  beat(3, "red", "aide", "b.2"),
  beat(4, "blue", "", "r.1"),
  beat(5, "red", "", "b.3"),
];

test("luck is what fell by orders against what was expected", () => {
  expect(luckOf(STORY, { 1: 1.5 }, SHOW, "red")).toEqual({ expected: 1.5, fell: 2, orders: 1 });
  expect(luckOf(STORY, { 4: 1.5 }, SHOW, "red")).toBe(null); // decided by hand
});

test("it turns where most fall on one side alone", () => {
  expect(turningPoint(STORY, SHOW, "red")).toEqual({ n: 2, mine: 1, theirs: 3 });
  expect(turningPoint([], SHOW, "red")).toBe(null);
});
