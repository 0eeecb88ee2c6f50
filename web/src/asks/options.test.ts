import { expect, test } from "vitest";
import type { Option, Sheet } from "../wire";
import { listed, saidBy } from "./options";

const options: Option[] = [
  { id: "stay", means: "hold" },
  { id: "fire", label: "Fire" },
  { id: "enough", means: "done" },
  { id: "charge", means: "melee" },
];

test("hold, pass and done are listed last, all others as they come", () => {
  expect(listed(options).map((option) => option.id)).toEqual(["fire", "charge", "stay", "enough"]);
  expect(listed(options.slice(1, 2))).toEqual([options[1]]);
});

test("an answer that leaves no choice is told with its question", () => {
  const sheet: Sheet = {
    kind: "choose",
    part: 0,
    number: 3,
    side: "red",
    rule: "",
    prompt: "What now?",
    options,
    single: "fire",
  };
  expect(saidBy(sheet)).toBe("What now? Fire");
  expect(saidBy({ ...sheet, prompt: "Orders" })).toBe("Orders: Fire");
  expect(saidBy({ ...sheet, single: undefined })).toBe("What now?");
});
