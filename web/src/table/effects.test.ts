import { expect, test } from "vitest";
import { shapeOf } from "../ui/Dice";
import { staggered } from "./Effects";

test("the shots of a salvo begin one after the other and end with it", () => {
  expect(staggered(0.5, 0, 1, 460)).toBe(0.5);
  const ms = 460 + 2 * 70;
  expect(staggered(0, 2, 3, ms)).toBe(0);
  expect(staggered(140 / ms, 2, 3, ms)).toBeCloseTo(0);
  expect(staggered(140 / ms, 0, 3, ms)).toBeCloseTo(140 / 460);
  expect(staggered(1, 2, 3, ms)).toBe(1);
});

test("every die has its own shape", () => {
  const corners = (sides: number): number => shapeOf(sides).split("L").length;
  expect([4, 8, 10, 12, 20].map(shapeOf).map((one) => one)).toHaveLength(new Set([4, 8, 10, 12, 20].map(shapeOf)).size);
  expect(corners(12)).toBeGreaterThan(corners(4));
});
