import { expect, test } from "vitest";
import type { Beat } from "../wire";
import { chapters, headline } from "./Log";

const beat = (n: number, side: string, by = "", told: object[] = []): Beat =>
  ({ n, by: { kind: "choose", side, by }, told }) as Beat;

test("an order is one chapter, with whoever answers in between", () => {
  const story = [
    beat(1, "red"),
    beat(2, "red", "order"),
    beat(3, "blue"),
    beat(4, "red", "aide"),
    beat(5, "blue"),
    beat(6, "red"),
  ];
  expect(chapters(story).map((one) => [one.order, one.beats.map((it) => it.n)])).toEqual([
    [false, [1]],
    [true, [2, 3, 4]],
    [false, [5]],
    [false, [6]],
  ]);
});

test("its headline says what, how many steps, how many fall", () => {
  const told = [
    { kind: "a", text: "Redcoats activate", depth: 1 },
    { kind: "b", text: "one falls", seen: { type: "fell", figure: "x" } },
  ];
  const [chapter] = chapters([beat(1, "red", "order", told), beat(2, "red", "aide")]);
  expect(headline(chapter!)).toBe("Redcoats activate · 2 steps · 1 falls");
});
