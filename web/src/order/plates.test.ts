import { expect, test } from "vitest";
import type { Rehearsal, Show } from "../wire";
import { platesOf } from "./plates";

const SHOW = {
  measures: true,
  unit: "inch",
  figures: {
    "r.1": { id: "r.1", unit: "r", at: [0, 0], size: [500] },
    "b.1": { id: "b.1", unit: "b", at: [9000, 9000], size: [500] },
  },
  units: { r: { id: "r", name: "Rifles", figures: ["r.1"] }, b: { id: "b", name: "Band", figures: ["b.1"] } },
} as unknown as Show;
const REHEARSAL = {
  ends: { "r.1": [0, 6000, 0] },
  attacks: [{ who: "r.1", at: "b.1", chance: 0.5 }],
  expected: 0.52,
  chance: 0.5,
  watchers: ["b"],
} as unknown as Rehearsal;

test("a draft has one plate each for its way, its risk and its target", () => {
  const found = platesOf({ rehearsal: REHEARSAL, to: [0, 6000], via: [] }, SHOW);
  expect(found.map((one) => [one.tone, one.text])).toEqual([
    ["way", "6″"],
    ["risk", "Band may answer"],
    ["target", "1 attack · 0.5 fall · 50 % ≥ 1"],
  ]);
  expect(found[2]!.at).toEqual([9000, 9000]);
});

test("who stays has no way, and where nothing is measured none is told", () => {
  expect(platesOf({ rehearsal: REHEARSAL, to: null, via: [] }, SHOW).map((one) => one.tone)).toEqual(["target"]);
  const blind = platesOf({ rehearsal: REHEARSAL, to: [0, 6000], via: [] }, { ...SHOW, measures: false });
  expect(blind.some((one) => one.tone === "way")).toBe(false);
  expect(platesOf({ rehearsal: null, to: [0, 1], via: [] }, SHOW)).toEqual([]);
});
