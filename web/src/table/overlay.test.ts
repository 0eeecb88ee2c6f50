import { expect, test } from "vitest";
import { arrowTo } from "./EdgeArrows";
import { ribbon } from "./Ribbon";
import { placesOn } from "./rings";

test("a ribbon is narrow where it begins and broad where it ends", () => {
  const numbers = [
    ...ribbon(
      [
        { x: 0, y: 0 },
        { x: 0, y: -100 },
      ],
      40,
    ).matchAll(/-?[\d.]+/g),
  ].map(Number);
  const xs = (y: number): number[] => numbers.filter((_, i) => i % 2 === 0 && numbers[i + 1] === y);
  expect(Math.max(...xs(0)) - Math.min(...xs(0))).toBeCloseTo(14);
  expect(Math.max(...xs(-100)) - Math.min(...xs(-100))).toBeCloseTo(40);
  expect(
    ribbon(
      [
        { x: 5, y: 5 },
        { x: 5, y: 5 },
      ],
      40,
    ),
  ).toBe("");
});

test("an arrow at the edge looks to what is out of view", () => {
  expect(arrowTo({ x: 50, y: 50 }, 100, 100)).toBe(null);
  expect(arrowTo({ x: 300, y: 50 }, 100, 100)).toEqual({ x: 82, y: 50, turn: 0 });
  expect(arrowTo({ x: 50, y: -80 }, 100, 100)).toEqual({ x: 50, y: 18, turn: -90 });
});

test("a ring's name rides on it, straight ahead first, and never outside its arc", () => {
  const ring = { at: { x: 500, y: 500 }, radius: 200, centre: 0, arc: 18000 };
  const all = placesOn(ring);
  expect(all[0]).toEqual({ x: 500, y: 300 });
  expect(all.every((one) => Math.abs(Math.hypot(one.x - 500, one.y - 500) - 200) < 1e-6)).toBe(true);
  expect(Math.max(...all.map((one) => one.y))).toBeCloseTo(700); // all round
  const narrow = placesOn({ ...ring, arc: 2000 });
  expect(narrow.length).toBe(3);
  expect(Math.max(...narrow.map((one) => one.y))).toBeLessThan(320);
});
