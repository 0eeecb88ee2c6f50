import { expect, test } from "vitest";
import { apart } from "./EdgeArrows";

test("arrows at the same place of an edge stand beside each other, towards its middle", () => {
  const [wide, deep] = [400, 300];
  const top = [100, 104, 300].map((x) => ({ x, y: 18 }));
  expect(apart(top, wide, deep).map((one) => one.x)).toEqual([100, 130, 300]);
  const right = [280, 280].map((y) => ({ x: 382, y }));
  expect(apart(right, wide, deep).map((one) => one.y)).toEqual([280, 254]);
});
