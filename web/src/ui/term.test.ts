import { expect, test } from "vitest";
import { pieces } from "./Term";

test("words that have a rule are found, whole and each once", () => {
  const words = [
    ["Heavy Armor", "x.armor"],
    ["Tight", "x.tight"],
  ] as const;
  expect(pieces("Brave, Heavy Armor, Tight", words)).toEqual([
    { text: "Brave, ", rule: "" },
    { text: "Heavy Armor", rule: "x.armor" },
    { text: ", ", rule: "" },
    { text: "Tight", rule: "x.tight" },
  ]);
  expect(
    pieces("primary, SI AI, FR 2, A U · 3+ 8″", [
      ["A", "x.a"],
      ["U", "x.u"],
    ]).filter((one) => one.rule),
  ).toEqual([
    { text: "A", rule: "x.a" },
    { text: "U", rule: "x.u" },
  ]);
  expect(pieces("Ultra", [["U", "x.u"]])).toEqual([{ text: "Ultra", rule: "" }]);
  expect(pieces("plain", [])).toEqual([{ text: "plain", rule: "" }]);
});
