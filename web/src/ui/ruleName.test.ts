import { expect, test } from "vitest";
import { summary } from "./RuleName";

test("where the book is silent our ruling speaks, and ids of rules are for the rules page", () => {
  const card = { id: "a.b", title: "Fire", rule: "Not in the text; see (a.c-d.e).", ruling: "A unit may hold fire (a.x)." };
  expect(summary({ ...card, basis: "ruling" })).toBe("A unit may hold fire.");
  expect(summary({ ...card, rule: "The book has no such rule." })).toBe("The book has no such rule.");
  expect(summary({ ...card, basis: "text", rule: "Low is good (roll low)." })).toBe("Low is good (roll low).");
});
