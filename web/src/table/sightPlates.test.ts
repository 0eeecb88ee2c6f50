import { expect, test } from "vitest";
import type { Show } from "../wire";
import { sightPlates } from "./Labels";
import type { Pointing } from "./pointer";

const show = {
  unit: "inch",
  measures: true,
  figures: { "a.1": { at: [0, 0] }, "b.1": { at: [2000, 4000] } },
} as unknown as Show;
const look = (far: number | null): Pointing["look"] => ({
  from: "a.1",
  to: "b.1",
  look: {
    state: "blocked",
    far,
    lines: [],
    obstacles: [
      { id: "w", name: "pine forest", does: "hides" },
      { id: "v", name: "pine forest", does: "hides" },
    ],
  } as unknown as NonNullable<Pointing["look"]>["look"],
});

test("a line of sight says what is seen along it on a plate in its middle", () => {
  expect(sightPlates(look(4500), show)).toEqual([
    { tone: "sight", text: "blocked · 4.5″ · pine forest hides", at: [1000, 2000] },
  ]);
  expect(sightPlates(look(4500), { ...show, measures: false })[0]!.text).toBe("blocked · pine forest hides");
  expect(sightPlates(null, show)).toEqual([]);
});
