/// <reference types="vite/client" />
import { expect, test } from "vitest";
import { blockOf, counted, kinOf, shelfOf, unitsIn, withoutUnit, withUnit } from "./rosterText";

const FILES = import.meta.glob<string>("../../../src/littlewars/systems/*/data/armies/*.yaml", {
  query: "?raw",
  import: "default",
  eager: true,
});
const armiesOf = (book: string): { title: string; text: string }[] =>
  Object.entries(FILES)
    .filter(([path]) => path.includes(`/${book}/`))
    .map(([title, text]) => ({ title, text }));
const BOOKS = ["oversoul", "defiance", "xenocide", "at43", "combat_action"];

test("every unit of every ready army is found, with a name, and its lines are all lines of the list", () => {
  for (const book of BOOKS)
    for (const { title, text } of armiesOf(book)) {
      const units = unitsIn(text);
      expect(units.length, title).toBeGreaterThan(0);
      expect(
        units.every((one) => one.name && one.name !== "A unit"),
        title,
      ).toBe(true);
      for (const [i, unit] of units.entries()) expect(unit.to, title).toBe(units[i + 1]?.from ?? unit.to);
    }
});

const TEXT = `system: defiance
name: Grove
army: Altai
points: 1000
cost: 400
units:
  - unit: Seedling Grove
    frame: Seedling
    figures: 12
    cost: 335
  - {unit: Band, figures: 5}
`;

test("a number is changed where it stands, and what it once cost is forgotten", () => {
  const [grove, band] = unitsIn(TEXT);
  expect(grove!.counts).toEqual([{ of: "Seedling", line: 8, value: 12 }]);
  const less = counted(TEXT, grove!, grove!.counts[0]!, -1);
  expect(less).toContain("figures: 11");
  expect(less).not.toContain("cost:");
  expect(counted(TEXT, band!, band!.counts[0]!, -99)).toContain("figures: 1}");
});

test("a unit is taken out, and put in again at the end", () => {
  const [grove] = unitsIn(TEXT);
  const without = withoutUnit(TEXT, grove!);
  expect(unitsIn(without).map((one) => one.name)).toEqual(["Band"]);
  const again = withUnit(without, TEXT, grove!);
  expect(unitsIn(again).map((one) => one.name)).toEqual(["Band", "Seedling Grove"]);
  const empty = withUnit("", TEXT, grove!);
  expect(kinOf(empty)).toBe("system: defiance\narmy: Altai");
  expect(unitsIn(empty)).toHaveLength(1);
});

test("an id is not taken twice", () => {
  const source = "system: oversoul\nunits:\n  - id: guard\n    name: Guard\n    models:\n      - {name: Guard, count: 8}\n";
  const twice = withUnit(source, source, unitsIn(source)[0]!);
  expect(blockOf(twice, unitsIn(twice)[1]!)).toContain("id: guard-2");
});

test("on the shelf lies what goes with the roster, each unit once", () => {
  const armies = [
    { title: "A", text: TEXT },
    { title: "B", text: TEXT },
    { title: "C", text: TEXT.replace("Altai", "Human") },
  ];
  expect(shelfOf(armies, TEXT)).toHaveLength(2);
  expect(shelfOf(armies, "").length).toBe(2); // the same block from another list is the same unit
  for (const book of BOOKS) expect(shelfOf(armiesOf(book), "").length, book).toBeGreaterThan(3);
});
