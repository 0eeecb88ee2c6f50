import { expect, test } from "vitest";
import type { Card, Option, Sheet } from "../wire";
import { byCard, listed, restful, saidBy } from "./options";

const options: Option[] = [
  { id: "stay", means: "hold" },
  { id: "fire", label: "Fire" },
  { id: "enough", means: "done" },
  { id: "charge", means: "melee" },
];

test("hold, pass and done are listed last, all others as they come", () => {
  expect(listed(options).map((option) => option.id)).toEqual(["fire", "charge", "stay", "enough"]);
  expect(listed(options.slice(1, 2))).toEqual([options[1]]);
});

test("an answer that leaves no choice is told with its question", () => {
  const sheet: Sheet = {
    kind: "choose",
    part: 0,
    number: 3,
    side: "red",
    rule: "",
    prompt: "What now?",
    options,
    single: "fire",
  };
  expect(saidBy(sheet)).toBe("What now? Fire");
  expect(saidBy({ ...sheet, prompt: "Orders" })).toBe("Orders: Fire");
  expect(saidBy({ ...sheet, single: undefined })).toBe("What now?");
});

test("to go on lies ready where there is seldom anything to change, or where all else is dear", () => {
  expect(restful({ topic: "rest", options })).toBe("enough");
  expect(restful({ topic: "plan", options })).toBe("");
  const dear: Option[] = [
    { id: "next", means: "go" },
    { id: "delay", means: "spend" },
  ];
  expect(restful({ topic: "plan", options: dear })).toBe("next");
  expect(restful({ topic: "plan", options: [{ id: "stand", means: "hold" }, dear[1]!] })).toBe("");
});

test("the card of a unit means the option that is about all of it", () => {
  const card = (id: string, side: string, figures: string[]): Card => ({
    id,
    name: id,
    side,
    figures,
    left: figures.length,
    of: figures.length,
  });
  const units = { a: card("a", "red", ["a.1", "a.2"]), b: card("b", "red", ["b.1"]), c: card("c", "blue", ["c.1"]) };
  const meant: Option[] = [
    { id: "one", of: ["a.1"] },
    { id: "all", of: ["a.1", "a.2"] },
    { id: "reserve", of: ["a.1", "a.2"] },
    { id: "led", of: ["b.1", "leader.1"] },
    { id: "foe", of: ["c.1"] },
  ];
  expect([...byCard(meant, { units }, "red")]).toEqual([
    ["a", "all"],
    ["b", "led"],
  ]);
});
