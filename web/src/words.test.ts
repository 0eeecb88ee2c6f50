import { expect, test } from "vitest";
import { faces, needed } from "./words";

test("a modifier helps the roll, or the number where low is good", () => {
  const mods: [string, number, string][] = [["cover", -1, "x.cover"]];
  expect(faces({ base: 5, mods }, needed({ base: 5, mods }))).toBe("6+");
  expect(faces({ base: 7, mods, low: true }, needed({ base: 7, mods, low: true }))).toBe("6 or less");
});
