import { expect, test } from "vitest";
import type { ScenarioCard } from "../wire";
import { inOrder } from "./order";

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
