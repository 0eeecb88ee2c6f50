import { expect, test } from "vitest";
import type { RuleCard } from "../wire";
import { chapters, sought } from "./ruleSearch";

const card = (id: string, title: string, rule: string): RuleCard => ({ id, title, rule });
const BOOK = [
  card("toy.round.activation", "Activation", "A unit may charge or move."),
  card("toy.charge.bonus", "Charge bonus", "It strikes with +2."),
  card("toy.charge.running", "Running charge", "A run may end in a charge."),
];

test("titles come before text", () => {
  expect(sought(BOOK, ["charge"]).map((one) => one.id)).toEqual([
    "toy.charge.bonus",
    "toy.charge.running",
    "toy.round.activation",
  ]);
  expect(sought(BOOK, ["charge", "run"]).map((one) => one.id)).toEqual(["toy.charge.running"]);
  expect(sought(BOOK, ["dragon"])).toEqual([]);
});

test("chapters are told with their length, in the book's order", () => {
  expect(chapters(BOOK)).toEqual([
    ["round", 1],
    ["charge", 2],
  ]);
});
