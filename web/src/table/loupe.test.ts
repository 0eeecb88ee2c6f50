import { expect, test } from "vitest";
import { glassAt, isSmall } from "./Loupe";

test("the glass is held over the finger, or under it at the upper edge, and never outside", () => {
  expect(glassAt(200, 400, 390)).toEqual({ left: 130, top: 214 });
  expect(glassAt(200, 100, 390)).toEqual({ left: 130, top: 146 });
  expect(glassAt(10, 400, 390).left).toBe(0);
  expect(glassAt(385, 400, 390).left).toBe(250);
});

test("it is held where a base is smaller than a finger needs", () => {
  expect(isSmall([500], 0.16)).toBe(true); // an inch across, 16 pixels
  expect(isSmall([500], 0.4)).toBe(false);
});
