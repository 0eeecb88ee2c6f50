import { expect, test } from "vitest";
import type { Marker } from "../wire";
import { cloudOf } from "./Smoke";

const marker = (some: Partial<Marker>): Marker => ({ id: "m", at: [1000, 2000], radius: 500, name: "", ...some }) as Marker;

test("smoke and clouds are drawn as pieces round their place, other markers are not", () => {
  const smoke = cloudOf(marker({ kind: "smoke" }))!;
  expect(smoke).toMatchObject({ kind: "smoke", name: "smoke" });
  expect(smoke.outline.every(([x, y]) => Math.abs(Math.hypot(x - 1000, y - 2000) - 500) < 2)).toBe(true);
  expect(cloudOf(marker({ kind: "cloud" }))!.name).toBe("poison cloud"); // by which its colour is chosen
  expect(cloudOf(marker({ kind: "objective" as never }))).toBe(null);
});
