import { expect, test } from "vitest";
import type { ScenarioCard } from "../wire";
import { inOrder, levelOf, suits } from "./order";

const card = (name: string, minutes: number, side: number): ScenarioCard =>
  ({ name, size: [side, side], brief: { minutes } }) as unknown as ScenarioCard;

test("the first battle comes first, however long it is", () => {
  const found = inOrder([card("short", 10, 20), card("first-battle", 25, 60)]);
  expect(found.map((one) => one.name)).toEqual(["first-battle", "short"]);
});

test("one begins with the shortest battle, and of two as long with the smaller table", () => {
  const found = inOrder([card("long", 40, 20), card("wide", 20, 60), card("first", 20, 40)]);
  expect(found.map((one) => one.name)).toEqual(["first", "wide", "long"]);
});

const forces = (minutes: number, ...units: number[]): ScenarioCard =>
  ({ brief: { minutes }, forces: { red: units.map((of) => ["Squad", of]), blue: [] } }) as unknown as ScenarioCard;

test("one finds battles that are short, have few units, or are for an evening", () => {
  const [small, large, slow] = [forces(20, 7, 5), forces(45, 20, 20, 20, 10, 5), forces(90, 4, 4)];
  const found = (["all", "short", "few", "big"] as const).map((wish) => [small, large, slow].map((one) => suits(one, wish)));
  expect(found).toEqual([
    [true, true, true],
    [true, false, false],
    [true, false, true],
    [false, true, true],
  ]);
  expect([small, large].map(levelOf)).toEqual([1, 3]);
});
