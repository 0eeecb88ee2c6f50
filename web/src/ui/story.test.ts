import { expect, test } from "vitest";
import type { Beat, Told } from "../wire";
import { blocks, linesOf, outcomeOf, plural, together } from "./story";

const told = (text: string, more: Partial<Told> = {}): Told => ({ kind: "Changed", text, ...more });
const one = (who: string, does: string, more: Partial<Told> = {}): Told => told(`${who} ${does}`, { who, ...more });
const beat = (n: number, lines: Told[], side = "red", by = ""): Beat => ({
  n,
  by: { kind: "choose", side, ...(by ? { by } : {}) },
  told: lines,
});
const texts = (beats: Beat[]): string[] => together(linesOf(beats)).map((line) => line.text);

test("what says nothing new is said once", () => {
  const none = [3, 4, 5, 6].map((n) => beat(n, [one(`Seedling ${n}`, "has no target")]));
  expect(texts(none)).toEqual(["Seedling 3 and 3 more have no target"]);
  expect(texts([beat(1, [one("Seedling 1", "goes")]), beat(2, [one("Seedling 2", "goes")])])).toEqual([
    "Seedling 1 and 1 more go",
  ]);
  expect(texts([beat(1, [told("Turn over"), told("Turn over")])])).toEqual(["Turn over ×2"]);
  const other = [beat(1, [one("Seedling 1", "goes")], "red"), beat(2, [one("Seedling 2", "goes")], "blue")];
  expect(texts(other)).toHaveLength(2); // of another side
  const named = [beat(1, [told("Squad 1 is shaken")]), beat(2, [told("Squad 2 is shaken")])];
  expect(texts(named)).toHaveLength(2); // whom the server does not name as one of several
});

test("whoever falls, strikes or rolls is named each for himself", () => {
  const fell = (n: number): Told => one(`Seedling ${n}`, "is eliminated", { seen: { type: "fell", figure: `s.${n}` } });
  expect(texts([beat(1, [fell(1), fell(2)])])).toEqual(["Seedling 1 is eliminated", "Seedling 2 is eliminated"]);
  const rolled = (n: number): Told => one(`Seedling ${n}`, "fires", { tally: { base: 7, mods: [] } });
  expect(texts([beat(1, [rolled(1), rolled(2)])])).toHaveLength(2);
});

test("dice stand with the roll they were thrown for", () => {
  const draw: Told = { kind: "draw", text: "damage", die: "d10", faces: [9] };
  const [line] = linesOf([beat(1, [draw, told("Redcoat 1 fires: 1 hit", { tally: { base: 8, mods: [] } })])]);
  expect(line!.text).toBe("Redcoat 1 fires: 1 hit");
  expect(line!.dice).toEqual([draw]);
  const card: Told = { kind: "draw", text: "card 1 of 4", die: "1 of 4", faces: [1] };
  expect(linesOf([beat(1, [card, told("initiative")])]).map((one) => one.text)).toEqual(["card 1 of 4", "initiative"]);
});

test("an activation is a block with its headline, and so is an order without one", () => {
  const story = [
    beat(1, [told("Turn 1", { depth: 0 }), told("Redcoats activate", { depth: 1 }), told("Redcoats: Fire", { depth: 1 })]),
    beat(2, [told("Redcoat 1 goes")]),
    beat(3, [told("Band activates", { depth: 1 })], "blue"),
    beat(4, [told("Berserker 1 goes")], "blue"),
    beat(5, [told("Redcoat 2 goes")], "red", "order"),
  ];
  const found = blocks(story).map((one) => [
    one.heading,
    one.heads.map((line) => line.text),
    one.lines.map((line) => line.text),
  ]);
  expect(found).toEqual([
    [true, ["Turn 1"], []],
    [false, ["Redcoats activate", "Redcoats: Fire"], ["Redcoat 1 goes"]],
    [false, ["Band activates"], ["Berserker 1 goes"]],
    [false, [], ["Redcoat 2 goes"]],
  ]);
});

test("a headline says how many fall in its own block", () => {
  const fell = (text: string): Told => told(text, { seen: { type: "fell", figure: "x" } });
  const shooting = [
    told("Shooting", { depth: 1 }),
    fell("One is killed"),
    fell(""),
    told("Movement", { depth: 1 }),
    told("Two goes"),
  ];
  expect(blocks([beat(1, shooting)]).map(outcomeOf)).toEqual(["2 fall", ""]);
  expect(outcomeOf({ fell: 1 })).toBe("1 falls");
});

test("verbs as several do them", () => {
  expect(["goes", "has", "is", "misses", "walks", "passes", "holds"].map(plural)).toEqual([
    "go",
    "have",
    "are",
    "miss",
    "walk",
    "pass",
    "hold",
  ]);
});
