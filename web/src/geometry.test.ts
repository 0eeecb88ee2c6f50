import { describe, expect, test } from "vitest";
import {
  ahead,
  along,
  asSeen,
  between,
  cornersOf,
  degrees,
  distance,
  draw,
  facing,
  far,
  hull,
  inches,
  inside,
  len,
  lookAt,
  outlineOf,
  reach,
  scatter,
  sector,
  swing,
  turned,
  undraw,
  within,
} from "./geometry";

describe("the table is drawn with north up", () => {
  test("there and back", () => {
    expect(draw([1000, 36000], 36000)).toEqual({ x: 100, y: 0 });
    for (const at of [
      [0, 0],
      [12345, 678],
      [36000, 36000],
    ] as [number, number][])
      expect(undraw(draw(at, 36000), 36000)).toEqual(at);
  });

  test("facings go clockwise from north", () => {
    expect(facing([0, 0], [0, 10])).toBe(0);
    expect(facing([0, 0], [10, 0])).toBe(9000);
    expect(facing([0, 0], [0, -10])).toBe(18000);
    expect(facing([0, 0], [-10, 0])).toBe(27000);
    expect(ahead([1000, 1000], 9000, 500)).toEqual([1500, 1000]);
  });

  test("turning never leaves the circle, and takes the short way", () => {
    expect(turned(-100)).toBe(35900);
    expect(turned(36000)).toBe(0);
    expect(swing(35000, 1000)).toBe(2000);
    expect(swing(1000, 35000)).toBe(-2000);
  });
});

test("a path is walked at an even pace", () => {
  const path = [
    [0, 0],
    [0, 1000],
    [1000, 1000],
  ] as [number, number][];
  expect(along(path, 0.25).at).toEqual([0, 500]);
  expect(along(path, 0.75)).toEqual({ at: [500, 1000], face: 9000 });
  expect(along(path, 1).at).toEqual([1000, 1000]);
  expect(along([[5, 5]], 0.5).at).toEqual([5, 5]);
  expect(distance([0, 0], [3, 4])).toBe(5);
});

test("lengths in words", () => {
  expect(far(7450, { unit: "inch" })).toBe("7.5″");
  expect(far(6000, { unit: "inch", factor: 1 })).toBe("6″");
  expect(far(4000, { unit: "cm", factor: 2 })).toBe("8 cm");
  expect(between(12000, 24000, { unit: "inch" })).toBe("12 to 24″");
  expect(far(19000, { unit: "cm" })).toBe("19 cm");
});

test("inside and outside", () => {
  const box = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ];
  expect(inside({ x: 5, y: 5 }, box)).toBe(true);
  expect(inside({ x: 15, y: 5 }, box)).toBe(false);
  expect(within([-5, 99], [10, 50])).toEqual([0, 50]);
});

test("shapes", () => {
  expect(sector(10, 0, 18000)).toContain("A10 10");
  expect(sector(10, 0, 4500)).toMatch(/^M0 0L/);
  expect(outlineOf({ kind: "box", size: [2000, 1000] })).toBe("M-50 -100h100v200h-100Z");
  expect(outlineOf({ kind: "flame", size: [8000, 2500] })).toBe("M0 0L-125 -800H125Z");
  expect(reach([500])).toBe(500);
  expect(reach([3000, 4000])).toBe(2500);
});

test("what is sown by a name grows the same every time", () => {
  const [a, b] = [scatter("wood"), scatter("wood")];
  const first = [a(), a(), a()];
  expect([b(), b(), b()]).toEqual(first);
  expect(new Set(first).size).toBe(3);
  expect(first.every((n) => n >= 0 && n < 1)).toBe(true);
});

test("a fringe is the hull of whoever fires and the box he lays", () => {
  const box = cornersOf([0, 20_000], 9000, [4000, 2000]);
  expect(box.map(([x, y]) => [x, y])).toEqual([
    [2000, 19_000],
    [-2000, 19_000],
    [-2000, 21_000],
    [2000, 21_000],
  ]);
  expect(hull([[0, 0], ...box])).toEqual([
    [-2000, 19_000],
    [0, 0],
    [2000, 19_000],
    [2000, 21_000],
    [-2000, 21_000],
  ]);
});

test("whoever has the far edge sees the table turned, and his drags and keys with it", () => {
  const table = { size: [48000, 36000] as [number, number], unit: "inch" as const };
  lookAt(table, true);
  expect(draw([0, 36000], 36000)).toEqual({ x: 4800, y: 3600 });
  expect(undraw(draw([12345, 6789], 36000), 36000)).toEqual([12345, 6789]);
  expect(degrees(0)).toBe(180);
  expect(asSeen([1, 2])).toEqual([-1, -2]);
  lookAt(table, false);
  expect(draw([0, 36000], 36000)).toEqual({ x: 0, y: 0 });
  expect(asSeen([1, 2])).toEqual([1, 2]);
});

test("a centimetre is drawn as a centimetre", () => {
  lookAt({ size: [120000, 120000], unit: "cm" }, false);
  expect(len(2540)).toBeCloseTo(100);
  expect(inches(1)).toBe(2540);
  lookAt({ size: [48000, 36000], unit: "cm", factor: 2.54 }, false); // inches that people of small figures read as centimetres
  expect(len(1000)).toBeCloseTo(100);
  lookAt({ size: [48000, 36000], unit: "inch" }, false);
  expect(len(1000)).toBe(100);
});
