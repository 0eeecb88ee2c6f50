import { expect, test } from "vitest";
import { lookAt } from "../geometry";
import type { Point } from "../wire";
import { corners, onward, Track } from "./track";

lookAt({ size: [48000, 48000], unit: "inch" }, false);

/** Points along straight stretches, a quarter of an inch apart. */
const along = (...ends: Point[]): Point[] =>
  ends.slice(1).flatMap((to, n) => {
    const from = ends[n]!;
    const parts = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / 250));
    return Array.from(
      { length: parts + 1 },
      (_, i): Point => [from[0] + ((to[0] - from[0]) * i) / parts, from[1] + ((to[1] - from[1]) * i) / parts],
    );
  });

test("a straight drag has no corner, nor one that trembles or draws a slight bow", () => {
  expect(corners(along([0, 0], [0, 9000]), 4)).toEqual([]);
  const bow = Array.from({ length: 31 }, (_, i): Point => [1200 * Math.sin((Math.PI * i) / 30), i * 300]);
  expect(corners(bow, 4)).toEqual([]);
  const tremble = Array.from({ length: 31 }, (_, i): Point => [i % 2 ? 150 : -150, i * 300]);
  expect(corners(tremble, 4)).toEqual([]);
});

test("a drag round a corner has it, and one round two has two", () => {
  expect(corners(along([0, 0], [0, 4300], [4300, 4300]), 4)).toEqual([[0, 4300]]);
  const two = corners(along([0, 0], [0, 4000], [5000, 4000], [5000, 9000]), 4);
  expect(two).toEqual([
    [0, 4000],
    [5000, 4000],
  ]);
  expect(corners(along([0, 0], [0, 4000], [5000, 4000], [5000, 9000]), 1)).toHaveLength(1);
});

test("who drags there and back has looked, and not gone", () => {
  expect(corners(along([0, 0], [0, 9000], [300, 2000]), 4)).toEqual([]);
});

test("corners of an earlier drag stay while its end is put right, and go when one turns back", () => {
  expect(
    onward([
      [0, 0],
      [0, 4000],
      [4500, 4200],
    ]),
  ).toEqual([[0, 4000]]);
  expect(
    onward([
      [0, 0],
      [0, 4000],
      [500, 500],
    ]),
  ).toEqual([]);
});

test("a track remembers where the hand has been, and ends where it is", () => {
  const track = new Track();
  track.begin([0, 0]);
  for (const at of along([0, 0], [4000, 0], [4000, 3900])) track.to(at, 4);
  expect(track.to([4000, 4000], 4)).toEqual([[4000, 0]]);
  track.begin([4000, 4000]);
  expect(track.to([9000, 9000], 4)).toEqual([]);
});
