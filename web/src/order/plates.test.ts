import { expect, test } from "vitest";
import type { HoldReason, Rehearsal, Show } from "../wire";
import { platesOf, whyHeld } from "./plates";

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

test("who holds has a reason on the table: the commonest, at what is in the way", () => {
  const show = { ...SHOW, ground: [{ id: "wood", name: "Pine forest" }] } as unknown as Show;
  const held = [
    { who: "r.1", why: "hidden", by: "wood", at: [3000, 5000] },
    { who: "r.2", why: "hidden", by: "wood", at: [5000, 5000] },
    { who: "r.3", why: "far" },
  ] as unknown as HoldReason[];
  const found = platesOf({ rehearsal: { ...REHEARSAL, held }, to: [0, 6000], via: [] }, show);
  expect(found.map((one) => one.tone)).toEqual(["risk", "target", "held"]); // three plates at most
  expect(found[2]).toMatchObject({ text: "2 hold: Pine forest in the way", at: [4000, 5000] });
  expect(whyHeld(held[2], show)).toBe("out of range");
  expect(whyHeld({ who: "r.1", why: "unable", by: "stunned" }, show)).toBe("stunned");
  expect(whyHeld(undefined, show)).toBe("");
});

test("who stays has no way, and where nothing is measured none is told", () => {
  expect(platesOf({ rehearsal: REHEARSAL, to: null, via: [] }, SHOW).map((one) => one.tone)).toEqual(["target"]);
  const blind = platesOf({ rehearsal: REHEARSAL, to: [0, 6000], via: [] }, { ...SHOW, measures: false });
  expect(blind.some((one) => one.tone === "way")).toBe(false);
  expect(platesOf({ rehearsal: null, to: [0, 1], via: [] }, SHOW)).toEqual([]);
});

test("what cuts a way short stands where it ends, and a way is as long as it is with its corners", () => {
  const cut = {
    ...REHEARSAL,
    ways: {
      "r.1": [
        [0, 0],
        [3000, 0],
        [3000, 4000],
      ],
    },
    halt: "Band is in the way",
    watchers: [],
  };
  const found = platesOf({ rehearsal: cut as unknown as Rehearsal, to: [0, 9000], via: [] }, SHOW);
  expect(found.slice(0, 2).map((one) => [one.tone, one.text, one.at])).toEqual([
    ["way", "7″", [0, 9000]],
    ["risk", "Band is in the way", [0, 6000]],
  ]);
});
