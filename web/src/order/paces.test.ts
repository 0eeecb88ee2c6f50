import { expect, test } from "vitest";
import type { Show, Shown, Stance } from "../wire";
import { paceRings } from "./paces";

const SHOW = { unit: "inch", measures: true } as unknown as Show;
const figures = [
  { id: "a.1", at: [0, 0], size: [500] },
  { id: "a.2", at: [2000, 0], size: [500] },
] as unknown as Shown[];
const stances: Stance[] = ["walk", "fire-walk", "run"].map((id) => ({ id, label: id, picks: {}, moves: true }));

test("paces that lead as far are one ring, named after the one that is chosen", () => {
  const found = paceRings({ walk: 4000, "fire-walk": 4000, run: 8000 }, stances, "fire-walk", figures, SHOW)!;
  expect(found.at).toEqual([1000, 0]);
  expect(found.rings).toEqual([
    { text: "fire-walk 4″", radius: 5500, chosen: true }, // from the outermost rim
    { text: "run 8″", radius: 9500, chosen: false },
  ]);
});

test("nothing is drawn where nothing is known, and a book without paces moves", () => {
  expect(paceRings({}, stances, "", figures, SHOW)).toBe(null);
  expect(paceRings({ walk: 4000 }, stances, "", [], SHOW)).toBe(null);
  expect(paceRings({ "": 8000 }, [], "", figures, SHOW)!.rings[0]!.text).toBe("Move 8″");
});
