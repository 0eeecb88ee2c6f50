import { expect, test } from "vitest";
import { lookAt } from "../geometry";
import { changed, fineness, type Laid } from "./drawn/bake";
import { inParts, needed, pieceToDraw } from "./drawn/drawings";
import { clearings, isInside } from "./drawn/fading";
import { senseOf } from "./Ground";
import { numberOf, signsOf } from "./status";

test("at most three signs, the rest is counted", () => {
  const all = signsOf({ afraid: true, flags: ["aiming", "stunned", "engaged", "reloading"] });
  expect(all.map((one) => one.sort)).toEqual(["afraid", "stunned", "more"]);
  expect(all[2]?.sign).toBe("+3");
  expect(signsOf({ flags: ["prone", "aiming", "engaged"] }).map((one) => one.sort)).toEqual(["engaged", "aiming"]);
});

test("no sign is made of a word: what a book says of a figure is for reading", () => {
  const shown = { flags: ["prone"], marks: ["Panzerfaust spent", "aims at Redcoats", "under fire"] } as const;
  expect(signsOf({ ...shown, flags: [...shown.flags] })).toEqual([]);
  expect(signsOf({})).toEqual([]);
});

test("numbers are those of the lists", () => {
  expect(numberOf("redcoats.7", 8)).toBe("7");
  expect(numberOf("captain.1", 1)).toBe("");
});

test("ground is barred, slow, cover or free, the worst first", () => {
  expect([
    senseOf({ going: 3, cover: 3 }),
    senseOf({ going: 2, cover: 2 }),
    senseOf({ going: 1, cover: 1 }),
    senseOf({}),
  ]).toEqual(["barred", "slow", "cover", "free"]);
});

test("pieces are asked for in parts that a request may have", () => {
  const outline = Array.from({ length: 200 }, (_, i) => [i, i] as [number, number]);
  const parts = inParts(Array.from({ length: 30 }, () => ({ outline })));
  expect(parts.every((part) => part.length <= 7)).toBe(true);
  expect(parts.flat()).toHaveLength(30);
  expect(inParts(Array.from({ length: 130 }, () => ({})))).toHaveLength(3);
});

test("a drawing comes with what it refers to", () => {
  const shared = new Map([
    ["pine-1", "<g id='pine-1'/>"],
    ["soft", "<filter/>"],
    ["other", "<x/>"],
  ]);
  expect(needed('<use href="#pine-1"/><g filter="url(#soft)"/><use href="#pine-1"/>', shared)).toBe(
    "<g id='pine-1'/><filter/>",
  );
});

test("its own name is part of what is asked for", () => {
  const piece = pieceToDraw({ id: "barn", kind: "building", name: "heavy fortification", outline: [] });
  expect(piece.name).toBe("heavy fortification barn");
});

test("crowns fade round figures, roofs lift from whoever is inside", () => {
  lookAt({ size: [48000, 36000], unit: "inch" }, false);
  const piece = {
    outline: [
      [1000, 1000],
      [5000, 1000],
      [5000, 5000],
      [1000, 5000],
    ] as [number, number][],
  };
  const look = (x: number, within = "") => ({
    depth: 36000,
    figures: [{ at: [x, 3000] as [number, number], size: [500], within }],
  });
  expect(clearings(piece, look(5800))).toHaveLength(1);
  expect(clearings(piece, look(9000))).toHaveLength(0);
  expect(isInside(piece, look(3000))).toBe(true);
  expect(isInside(piece, look(3000, "tank"))).toBe(false);
  expect(isInside(piece, look(5800))).toBe(false);
});

test("only what has changed is drawn anew", () => {
  const one = (id: string, lifted: boolean): Laid => ({ id, drawn: DRAWN, clearings: [], lifted });
  const DRAWN = { box: [0, 0, 10, 10] as [number, number, number, number], lies: "" };
  expect(changed([one("a", false)], [one("a", false)])).toEqual([]);
  expect(changed([one("a", false)], [one("a", true)])).toEqual([[0, 0, 10, 10]]);
  expect(changed([one("a", false)], [])).toBeNull();
});

test("a table is baked as fine as it is seen, within what a canvas may have", () => {
  expect(fineness(0.2, 4800, 3600)).toBe(0.2);
  const most = fineness(9, 4800, 3600);
  expect((4800 + 124) * (3600 + 124) * most * most).toBeLessThan(7_100_000);
});
