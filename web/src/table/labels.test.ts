import { expect, test } from "vitest";
import { type Box, EYE, type Ground, guessed, placed, sizeOf, type Wanted } from "./labels";

const FRAME: Box = { left: 0, right: 900, top: 0, bottom: 700 };
const box = (x: number, y: number, r = 12): Box => ({ left: x - r, right: x + r, top: y - r, bottom: y + r });
const label = (id: string, rank: number, about: Box, more: Partial<Wanted> = {}): Wanted => ({
  id,
  text: "Redcoat Section",
  short: "7",
  kind: "unit",
  side: 0,
  rank,
  about,
  ...more,
});
const on = (figures: Box[] = [], more: Partial<Ground> = {}): Ground => ({ figures, frame: FRAME, ...more });
const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test("a name stands below its unit; the next of the same unit's place goes elsewhere", () => {
  const [first, second] = placed([label("b", 2, box(400, 300)), label("a", 1, box(400, 300))], on([box(400, 300)]));
  expect(first?.id).toBe("a");
  expect(first!.box.top).toBeGreaterThan(312);
  expect(overlap(first!.box, second!.box)).toBe(false);
});

test("a number that stands for a name takes room for itself and a sign, whatever the unit has been told", () => {
  const told = label("a", 1, box(400, 300), { tokens: ["take cover"] });
  const [long] = sizeOf(told, told.text, guessed);
  const [short] = sizeOf(told, "7", guessed);
  expect(long).toBeGreaterThan(150);
  expect(short).toBeLessThan(36);
  expect(short).toBeGreaterThan(guessed("7", "unit") + 16); // the bar, the sign, the number, the point of the banner
});

test("where there is no room for a name there may be for its number; ground says nothing then", () => {
  const crowd = Array.from({ length: 400 }, (_, i) => box((i % 20) * 44 + 22, Math.floor(i / 20) * 35 + 18, 13));
  expect(placed([label("a", 1, box(440, 350))], on(crowd)).every((one) => one.said === "7")).toBe(true);
  expect(placed([label("wood", 1, box(440, 350), { kind: "ground", short: "" })], on(crowd))).toEqual([]);
});

test("nothing stands beyond the table's edge", () => {
  const [one] = placed([label("a", 1, box(890, 690))], on([box(890, 690)]));
  expect(one!.box.right).toBeLessThanOrEqual(900);
  expect(one!.box.bottom).toBeLessThanOrEqual(700);
});

test("a name stays on the side where it was, if that costs little", () => {
  const before = new Map([["a", 1]]);
  expect(placed([label("a", 1, box(400, 300))], on([], { before }))[0]?.way).toBe(1);
  expect(placed([label("a", 1, box(400, 300))], on())[0]?.way).toBe(0);
});

test("the name of a wood stands in its middle, unless somebody does", () => {
  const wood = label("wood", 1, box(400, 300, 90), { kind: "ground", inside: true });
  expect(placed([wood], on())[0]?.way).toBe(9);
  expect(placed([wood], on([box(400, 300)]))[0]?.way).not.toBe(9);
});

test("a name that rides on a ring takes the first free place of it, or none", () => {
  const spots = [
    { x: 100, y: 100 },
    { x: 300, y: 100 },
  ];
  const ring = label("ring", 3, box(200, 200, 100), { kind: "ring", short: "", spots });
  expect(placed([ring], on())[0]?.way).toBe(0);
  expect(placed([ring], on([box(100, 100)]))[0]?.way).toBe(1);
  expect(placed([ring], on([box(100, 100), box(300, 100)]))).toEqual([]);
});

test("tokens take room", () => {
  const [short] = sizeOf({ kind: "unit" }, "Redcoats", guessed);
  const [long] = sizeOf({ kind: "unit", tokens: ["2 attack chits"] }, "Redcoats", guessed);
  expect(long).toBeGreaterThan(short);
});

test("however many there are, no two overlap and none lies on a figure", () => {
  let seed = 7;
  const chance = (): number => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const abouts = Array.from({ length: 90 }, () => box(chance() * 900, chance() * 700));
  const wanted = abouts.map((about, i) => label(`${i}`, i, about, i % 3 ? {} : { kind: "ground", inside: true }));
  const timed = (): number => {
    const began = performance.now();
    placed(wanted, on(abouts));
    return performance.now() - began;
  };
  expect(Math.min(...Array.from({ length: 6 }, timed))).toBeLessThan(120); // whatever else the machine does
  const found = placed(wanted, on(abouts));
  expect(found.length).toBeGreaterThan(20);
  for (const [i, a] of found.entries()) {
    for (const b of found.slice(i + 1)) expect(overlap(a.box, b.box)).toBe(false);
    for (const figure of abouts) expect(overlap(a.box, figure)).toBe(false);
  }
});

test("the name of a road does not stand on the house beside it", () => {
  const road: Box = { left: 390, right: 420, top: 0, bottom: 700 };
  const house: Box = { left: 425, right: 560, top: 270, bottom: 420 };
  const ground = (id: string, about: Box): Wanted => label(id, 3, about, { kind: "ground", short: "", text: "Toll road" });
  const named = placed([ground("road", road), ground("house", house)], on());
  expect(overlap(named.find((one) => one.id === "road")!.box, house)).toBe(false);
});

test("those who watch have an eye on their banner, and room for it", () => {
  const wide = (watches: boolean): number => sizeOf({ kind: "unit", watches }, "Seedling Grove", guessed)[0];
  expect(wide(true)).toBe(wide(false) + EYE);
});
