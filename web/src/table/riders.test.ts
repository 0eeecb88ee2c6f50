import { expect, test } from "vitest";
import type { Model, Show, Shown } from "../wire";
import { bodyName } from "./Bodies";
import { figureToDraw } from "./drawn/drawings";
import { lookOf } from "./Figures";
import { insideOf, ridersOf } from "./riders";

const one = (id: string, model: string, more: Partial<Shown> = {}): Shown => ({
  id,
  unit: "king",
  side: "red",
  model,
  name: model,
  at: [0, 0],
  size: [500],
  ...more,
});
const wyrm: Model = { key: "wyrm", name: "Wyrm", role: "flyer", look: { steed: true } };
const king: Model = { key: "king", name: "King", role: "leader" };
const show = (...figures: Shown[]): Show =>
  ({
    size: [48000, 48000],
    unit: "inch",
    models: { wyrm, king },
    units: {},
    parties: [{ id: "red", name: "Red" }],
    figures: Object.fromEntries(figures.map((figure) => [figure.id, figure])),
    tracker: {},
  }) as unknown as Show;

test("who sits atop is drawn with what carries him, who is inside is counted", () => {
  const { figures } = show(
    one("w", "wyrm"),
    one("k", "king", { within: "w", flags: ["atop"] }),
    one("p", "king", { within: "w" }),
  );
  expect(ridersOf(figures, "w").map(({ id }) => id)).toEqual(["k"]);
  expect(insideOf(figures, "w")).toBe(1);
  expect(ridersOf(figures, "k")).toEqual([]);
});

test("a mount with its rider is another drawing than the mount alone", () => {
  const alone = show(one("w", "wyrm"));
  const ridden = show(one("w", "wyrm"), one("k", "king", { within: "w", flags: ["atop"] }));
  const name = bodyName(ridden, ridden.figures.w!);
  expect(name).not.toBe(bodyName(alone, alone.figures.w!));
  expect(bodyName(ridden, ridden.figures.w!)).toBe(name);
  expect(figureToDraw(wyrm, { size: [1000] }, [{ model: king, shown: { size: [500] } }])).toMatchObject({
    steed: true,
    riders: [{ key: "king", role: "leader", size: [500] }],
  });
});

test("a mount says who rides it, and has the star of a leader on its back", () => {
  const ridden = show(one("w", "wyrm"), one("k", "king", { within: "w", flags: ["atop"] }));
  const look = lookOf(ridden, ridden.figures.w!);
  expect(look.label).toContain("ridden by king");
  expect(look.leads).toBe(true);
  expect(look.inside).toBe(0);
});
