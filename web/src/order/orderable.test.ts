import { expect, test } from "vitest";
import type { Sheet, Show, Stance } from "../wire";
import { apart, idleOptions, isDeploying, mayFinish, openStances, readyUnits, saidOf } from "./orderable";

const shown = (id: string, unit: string, side = "red") => ({ id, unit, side, model: "", name: id, at: [0, 0], size: [500] });
const show = {
  figures: { "a.1": shown("a.1", "a"), "a.2": shown("a.2", "a"), "b.1": shown("b.1", "b") },
  units: {
    a: { id: "a", name: "A", side: "red", figures: ["a.1", "a.2"], of: 2 },
    b: { id: "b", name: "B", side: "red", figures: ["b.1"], of: 1 },
  },
  parties: [{ id: "red", name: "Red" }],
} as unknown as Show;
const ask = (more: object): Sheet =>
  ({ kind: "choose", part: 0, number: 1, side: "red", rule: "book.plan", prompt: "?", options: [], ...more }) as Sheet;
const stances: Stance[] = [
  { id: "go", label: "Go", picks: { "book.plan": "walk" }, moves: true },
  { id: "stay", label: "Stay", picks: { "book.plan": "stand" } },
];

test("the unit whose plan is asked for can be ordered, with everybody who stands", () => {
  const sheet = ask({ topic: "plan", unit: "a", of: ["a.1"] });
  expect(readyUnits(sheet, show, stances)).toEqual([{ unit: "a", who: ["a.1", "a.2"] }]);
  expect(readyUnits(sheet, show, [])).toEqual([]);
  const led = ask({ topic: "plan", unit: "a", of: ["a.1", "a.2", "b.1", "gone.1"] });
  expect(readyUnits(led, show, stances)).toEqual([{ unit: "a", who: ["a.1", "a.2", "b.1"] }]);
});

test("a unit of which somebody is to act next can be ordered as a whole, where there are orders", () => {
  const sheet = ask({ topic: "who", unit: "a", options: [{ id: "a.1", means: "go", of: ["a.1"] }] });
  expect(readyUnits(sheet, show, stances)).toEqual([{ unit: "a", who: ["a.1", "a.2"] }]);
  expect(readyUnits(sheet, show, [])).toEqual([]);
  expect(readyUnits({ ...sheet, side: "blue" }, show, stances)).toEqual([]);
});

test("units of which one is to act can be ordered, to pass cannot", () => {
  const options = [
    { id: "pass", means: "pass" },
    { id: "a", means: "go", of: ["a.1", "a.2"] },
    { id: "b", means: "go", of: ["b.1"] },
    { id: "rest", means: "done", of: ["a.1", "a.2", "b.1"] },
  ];
  const sheet = ask({ topic: "who", options });
  expect(readyUnits(sheet, show, stances).map((one) => one.unit)).toEqual(["a", "b"]);
  expect(idleOptions(sheet).map((one) => one.id)).toEqual(["pass", "rest"]);
});

test("a crew is ordered with what carries it; who is all aboard is chosen apart", () => {
  const aboard = { ...show, figures: { ...show.figures, "a.2": { ...show.figures["a.2"]!, within: "a.1" } } };
  const options = [
    { id: "a", means: "go", of: ["a.1", "a.2"] },
    { id: "crew", means: "go", of: ["a.2"] },
    { id: "pass", means: "pass" },
  ];
  const sheet = ask({ topic: "who", options });
  expect(readyUnits(sheet, aboard, stances)).toEqual([{ unit: "a", who: ["a.1", "a.2"] }]);
  expect(apart(sheet, aboard).map((one) => one.id)).toEqual(["crew"]);
});

test("what the choice of a unit says of it is said before its order", () => {
  const options = [
    { id: "a", means: "go", of: ["a.1", "a.2"], about: "It flees." },
    { id: "b", means: "go", of: ["b.1"] },
  ];
  expect(saidOf(ask({ topic: "who", options }), ["a.1", "a.2"])).toBe("It flees.");
  expect(saidOf(ask({ topic: "who", options }), ["b.1"])).toBe("");
  expect(saidOf(ask({ topic: "plan", options }), ["a.1", "a.2"])).toBe("");
});

test("only stances that are offered are shown", () => {
  const sheet = ask({ topic: "plan", unit: "a", options: [{ id: "stand" }] });
  expect(openStances(sheet, stances).map((one) => one.id)).toEqual(["stay"]);
  expect(openStances(ask({ topic: "who" }), stances)).toHaveLength(2);
});

test("who is not on the table is deployed, whoever is asked about a unit may leave the rest of it", () => {
  expect(isDeploying(ask({ topic: "who", of: ["c.1"] }), show)).toBe(true);
  expect(isDeploying(ask({ topic: "who", of: ["a.1"] }), show)).toBe(false);
  expect(mayFinish(ask({ topic: "aim", of: ["a.1"] }), show)).toEqual(["a.1", "a.2"]);
  expect(mayFinish(ask({ topic: "react", of: ["a.1"] }), show)).toEqual([]);
});
