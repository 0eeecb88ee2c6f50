import { expect, test } from "vitest";
import { signOf } from "./Icon";

test("a way to act has the sign that its rulebook names, else that of what it does; its name says nothing", () => {
  expect(signOf({ sign: "cover", acts: true })).toBe("cover");
  expect(signOf({ moves: true, acts: true })).toBe("walk");
  expect(signOf({ acts: true })).toBe("fire");
  expect(signOf({})).toBe("stand");
});
