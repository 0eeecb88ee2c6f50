import { expect, test } from "vitest";
import { arrowTo } from "./EdgeArrows";
import { ribbon } from "./Ribbon";
import { freeAngle } from "./rings";

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

test("a ring's name rides where most room is, inside its arc and inside the table", () => {
  const table = { wide: 1000, deep: 1000 };
  const ring = { at: { x: 500, y: 500 }, radius: 200, centre: 0, arc: 18000 };
  const ahead = freeAngle(ring, [], table);
  expect(ahead).toBe(0); // nobody there: straight ahead
  const blocked = freeAngle(ring, [{ x: 500, y: 300 }], table);
  expect(Math.abs(blocked)).toBeGreaterThan(3000);
  const narrow = freeAngle({ ...ring, arc: 2000 }, [{ x: 500, y: 300 }], table);
  expect(Math.abs(narrow)).toBeLessThanOrEqual(2000);
  const high = freeAngle({ ...ring, at: { x: 500, y: 100 } }, [], table);
  expect(100 - 200 * Math.cos((high * Math.PI) / 18000)).toBeGreaterThan(0);
});
