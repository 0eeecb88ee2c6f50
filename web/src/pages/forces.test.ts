import { expect, test } from "vitest";
import type { ScenarioCard, SystemCard } from "../wire";
import { uneven, usual } from "./forces";

test("a battle of much against little is warned of, one with unknown forces is not", () => {
  const force = (name: string, points: number | null) => ({ name, points });
  expect(uneven([force("Red", 500), force("Blue", 250)])).toBe("Red 500 against Blue 250 points: an uneven battle.");
  expect(uneven([force("Red", 500), force("Blue", 470)])).toBe("");
  expect(uneven([force("Red", 500), force("Blue", null)])).toBe("");
});

test("what the battle itself gives is a ready army, or nobody knows", () => {
  const system = { armies: [{ title: "Red column", points: 240 }] } as unknown as SystemCard;
  const scenario = { sides: { red: "Red column", blue: "" } } as unknown as ScenarioCard;
  expect(usual(system, scenario, "red")).toEqual({ name: "Red column", points: 240 });
  expect(usual(system, scenario, "blue")).toEqual({ name: "blue", points: null });
});
