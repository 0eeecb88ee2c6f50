import { expect, test } from "vitest";
import { type Box, boxOf, placed, type Spot, type Wanted } from "./labels";

const spot = (x: number, y: number): Spot => ({ x, y, anchor: "middle", base: "hanging" });
const label = (id: string, rank: number, ...spots: Spot[]): Wanted => ({
  id,
  text: "Riflemen",
  kind: "unit",
  side: 0,
  rank,
  spots,
});
const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test("the first has its best place, the next the next best, and who finds none is left out", () => {
  const found = placed([label("b", 2, spot(0, 0), spot(0, 400)), label("a", 1, spot(0, 0)), label("c", 3, spot(0, 0))], 0.1);
  expect(found.map((one) => [one.id, one.at.y])).toEqual([
    ["a", 0],
    ["b", 400],
  ]);
});

test("names of the ground give way to figures, names of units do not", () => {
  const kept = [{ left: -50, right: 50, top: -50, bottom: 50 }];
  const ground: Wanted = { ...label("wood", 5, spot(0, 0)), kind: "ground" };
  expect(placed([ground], 0.1, kept)).toEqual([]);
  expect(placed([label("a", 1, spot(0, 0))], 0.1, kept)).toHaveLength(1);
});

test("however many there are, at whatever zoom, no two overlap", () => {
  let seed = 7;
  const chance = (): number => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (const zoom of [0.05, 0.16, 0.6]) {
    const many = Array.from({ length: 120 }, (_, i) => {
      const [x, y] = [chance() * 4800, chance() * 3600];
      return label(`${i}`, i, spot(x, y), spot(x, y - 200), spot(x + 300, y));
    });
    const boxes = placed(many, zoom).map((one) => boxOf(one, one.at, zoom));
    expect(boxes.length).toBeGreaterThan(3);
    for (const [i, a] of boxes.entries()) for (const b of boxes.slice(i + 1)) expect(overlap(a, b)).toBe(false);
  }
});
