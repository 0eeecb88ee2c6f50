import { expect, test } from "vitest";
import { composeLegs, composeTraces, dearest, endOf, endsOf, lastOf } from "./compose";
import type { Leg, Trace } from "./wire";

const leg = (who: string, x: number): Leg => ({ who, steps: [{ verb: "go", to: [x, 0] }] });
const trace = (who: string, x: number, cost = 1000): Trace => ({
  who,
  path: [
    [0, 0],
    [x, 0],
  ],
  cost,
  budget: 6000,
  ends: { [who]: [x, 0, 0] },
});

test("a unit is dragged, then one of it is put right: the newest leg of each counts, in the old order", () => {
  const unit = composeLegs([], ["a", "b", "c"], [leg("a", 1), leg("b", 1), leg("c", 1)]);
  const adjusted = composeLegs(unit, ["b"], [leg("b", 2)]);
  expect(adjusted).toEqual([leg("a", 1), leg("b", 2), leg("c", 1)]);
});

test("who is dragged back and gets no leg stays", () => {
  expect(composeLegs([leg("a", 1), leg("b", 1)], ["a"], [])).toEqual([leg("b", 1)]);
  expect(composeLegs([leg("a", 1)], ["b"], [leg("b", 3)])).toEqual([leg("a", 1), leg("b", 3)]);
});

test("those who were planned together go in the order of the plan", () => {
  const draft = [leg("a", 1), leg("b", 1), leg("c", 1)];
  expect(composeLegs(draft, ["a", "b"], [leg("b", 2), leg("a", 2)]).map((one) => one.who)).toEqual(["c", "b", "a"]);
  expect(lastOf(draft, "a").map((one) => one.who)).toEqual(["b", "c", "a"]);
});

test("traces are replaced, and say where all would stand", () => {
  const traces = composeTraces([trace("a", 1), trace("b", 1)], ["b"], [trace("b", 5)]);
  expect(endsOf(traces)).toEqual({ a: [1, 0, 0], b: [5, 0, 0] });
  expect(endOf(traces, "b", [0, 0])).toEqual([5, 0]);
  expect(endOf(traces, "z", [7, 7])).toEqual([7, 7]);
});

test("the dearest way is the one that counts", () => {
  expect(dearest([trace("a", 1, 1000), trace("b", 1, 5000)])?.cost).toBe(5000);
  expect(dearest([])).toBeNull();
});
