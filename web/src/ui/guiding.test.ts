import { expect, test } from "vitest";
import type { Lesson } from "../wire";
import { lessonNow } from "./guiding";

const lessons: Lesson[] = [
  { id: "place", when: { topic: "place" }, say: "Put it down." },
  { id: "order", when: { topic: "who", rule: "toy.turn" }, say: "Drag it." },
  { id: "draft", when: { ready: true, drawn: true }, say: "Do it." },
  { id: "halt", when: { halted: true }, say: "It halts." },
  { id: "late", when: { topic: "who", round: 3 }, say: "Now you know." },
];
const asked = { sheet: { topic: "who" as const, rule: "toy.turn" }, ready: true, drawn: false, halted: false, round: 1 };
const now = (facts: Partial<typeof asked>, ...said: string[]) =>
  lessonNow(lessons, new Set(said), { ...asked, ...facts })?.id ?? "";

test("a lesson is said when what it is about is asked, drawn or halted, and once", () => {
  expect(now({})).toBe("order");
  expect(now({ drawn: true })).toBe("draft");
  expect(now({ drawn: true }, "order", "draft")).toBe("");
  expect(now({ drawn: true, ready: false }, "order")).toBe("");
  expect(now({ halted: true })).toBe("halt");
  expect(now({ round: 3 }, "order")).toBe("late");
  expect(now({ sheet: { topic: "who", rule: "toy.other" } })).toBe("");
  expect(lessonNow(lessons, new Set(), { ...asked, sheet: null })).toBe(null);
});
