import { expect, test } from "vitest";
import type { ScenarioCard } from "../wire";
import { inOrder } from "./order";

const card = (name: string, minutes: number, side: number): ScenarioCard =>
  ({ name, size: [side, side], brief: { minutes } }) as unknown as ScenarioCard;

test("one begins with the shortest battle, and of two as long with the smaller table", () => {
  const found = inOrder([card("long", 40, 20), card("wide", 20, 60), card("first", 20, 40)]);
  expect(found.map((one) => one.name)).toEqual(["first", "wide", "long"]);
});
