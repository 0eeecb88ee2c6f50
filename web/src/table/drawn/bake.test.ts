import { expect, test } from "vitest";
import { closeUp, covers, FRAME, onPixels } from "./bake";

const TABLE = { wide: 4800, deep: 3600 };

test("from near by the part that is seen is drawn, a little more on each side, and nothing beyond the frame", () => {
  const view = { x: 1000, y: -500, wide: 400, deep: 300 };
  expect(closeUp({ ...view, y: 1000 }, TABLE)).toEqual([880, 910, 640, 480]);
  expect(closeUp({ ...view, y: -100 }, TABLE)).toEqual([880, -FRAME, 640, -100 + 300 + 90 + FRAME]);
  expect(closeUp(view, TABLE)).toBeNull();
});

test("a step aside needs no new picture, a long way does; beyond the table there is nothing to draw", () => {
  const room = closeUp({ x: 1000, y: 1000, wide: 400, deep: 300 }, TABLE)!;
  expect(covers(room, { x: 1100, y: 1050, wide: 400, deep: 300 }, TABLE)).toBe(true);
  expect(covers(room, { x: 1200, y: 1000, wide: 400, deep: 300 }, TABLE)).toBe(false);
  const corner = closeUp({ x: 4600, y: 3400, wide: 400, deep: 300 }, TABLE)!;
  expect(covers(corner, { x: 4620, y: 3420, wide: 900, deep: 900 }, TABLE)).toBe(true);
});

test("a part that is drawn anew ends between pixels", () => {
  const scale = 0.173;
  const [left, top, wide, deep] = onPixels([101, 203, 307, 411], scale);
  for (const edge of [left, top, left + wide, top + deep]) {
    const pixels = (edge + FRAME) * scale;
    expect(pixels).toBeCloseTo(Math.round(pixels), 6);
  }
  expect(left).toBeLessThanOrEqual(101);
  expect(top + deep).toBeGreaterThanOrEqual(203 + 411);
});
