import { expect, test } from "vitest";
import kinds from "../../../src/littlewars/table/terrain/kinds.yaml?raw";
import { lookOf } from "./Ground";

test("every kind of terrain that there is has a look of its own, and no word is guessed at", () => {
  const known = [...kinds.matchAll(/^([a-z-]+):/gm)].map((found) => found[1]!);
  expect(known.length).toBeGreaterThan(10);
  expect(known.filter((kind) => lookOf(kind) === "rough")).toEqual([]);
  expect(lookOf("woodland")).toBe("rough");
});
