import { expect, test } from "vitest";
import { distance } from "../geometry";
import type { Model, Shown } from "../wire";
import { radiusOf, ringsOf } from "./rings";

const shown: Shown = { id: "r.1", unit: "r", side: "red", model: "m", name: "man", at: [0, 0], size: [500] };
const enemy = [0, 10400] as const;
const model = (measured: "rim" | "centre"): Model => ({
  key: "m",
  name: "man",
  arms: [{ name: "rifle", bands: [{ name: "7+", reach: 10000 }], measured }],
});

test("a ring from the centre leaves out whom the rule leaves out, a ring from the rim does not", () => {
  expect(radiusOf({ measured: "centre" }, shown.size, 10000)).toBe(10000);
  expect(radiusOf({}, shown.size, 10000)).toBe(10500);
  const [centre] = ringsOf({ models: { m: model("centre") } }, shown);
  const [rim] = ringsOf({ models: { m: model("rim") } }, shown);
  expect(distance(shown.at, enemy)).toBeGreaterThan(centre!.radius);
  expect(distance(shown.at, enemy)).toBeLessThan(rim!.radius);
});

test("rings that lie on each other are one", () => {
  const twice = { ...model("centre"), arms: [...model("centre").arms!, { ...model("centre").arms![0]!, name: "gun" }] };
  expect(ringsOf({ models: { m: twice } }, shown).map((ring) => ring.names)).toEqual([["rifle 7+", "gun 7+"]]);
});
