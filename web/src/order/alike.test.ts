import { expect, test } from "vitest";
import type { Stance } from "../wire";
import { alike, type Part, together } from "./alike";
import { paceRows } from "./OrderTools";

const part = (name: string, more: Partial<Part> = {}): Part => ({
  name,
  way: 3700,
  short: false,
  at: "",
  chance: "",
  ...more,
});

test("names with numbers are said once", () => {
  expect(together(["Redcoat 1", "Redcoat 2", "Redcoat 3", "Redcoat 5"])).toBe("Redcoat 1–3, 5");
  expect(together(["Lieutenant", "Redcoat 7", "Redcoat 6"])).toBe("Lieutenant, Redcoat 6, 7");
});

test("who does the same stands in one row, who differs in anything in another", () => {
  const rows = alike([
    part("Redcoat 1"),
    part("Redcoat 2", { at: "Seedling 1", chance: "88 %" }),
    part("Redcoat 3", { way: 3200 }),
    part("Redcoat 4", { at: "Seedling 1", chance: "36 %" }),
    part("Redcoat 5", { why: "the wood hides them" }),
    part("Redcoat 6", { way: 0 }),
  ]);
  expect(rows.map((one) => one.names)).toEqual(["Redcoat 1, 3", "Redcoat 2", "Redcoat 4", "Redcoat 5", "Redcoat 6"]);
});

test("six paces are seen; of more the chosen one stays in sight", () => {
  const all = "abcdefghi".split("").map((id): Stance => ({ id, label: id, picks: {} }));
  expect(paceRows(all.slice(0, 6), "a")).toEqual({ first: all.slice(0, 6), rest: [] });
  const { first, rest } = paceRows(all, "h");
  expect(first.map((one) => one.id)).toEqual(["a", "b", "c", "d", "h"]);
  expect(rest.map((one) => one.id)).toEqual(["e", "f", "g", "i"]);
});
