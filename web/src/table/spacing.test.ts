import { expect, test } from "vitest";
import { len } from "../geometry";
import type { Show, Shown } from "../wire";
import { nearestOf } from "./spacing";

test("the next neighbour counts, not who is carried; alone there is room enough", () => {
  const at = (id: string, x: number, within = ""): Shown => ({ id, at: [x, 0], within }) as unknown as Shown;
  const figures: Show["figures"] = { a: at("a", 0), b: at("b", 700), c: at("c", 9000), d: at("d", 100, "a") };
  expect(nearestOf(figures, "a")).toBe(Math.round(len(700)));
  expect(nearestOf(figures, "c")).toBeGreaterThan(nearestOf(figures, "b"));
  expect(nearestOf({ a: at("a", 0) }, "a")).toBe(1000);
});
