import { expect, test } from "vitest";
import { ReplayFrames } from "./pages/replayFrames";
import { NOTHING_LEFT, remainsWith, remembered, withEarlier } from "./remains";
import type { Beat, Burst, Replay, ReplayFrame, Seen, Show } from "./wire";

const figure = (id: string, x: number) => ({
  id,
  unit: id.slice(0, 1),
  side: "red",
  model: "",
  name: id,
  at: [x, 0],
  size: [500],
});
const SHOW = {
  figures: { "a.1": figure("a.1", 1), "a.2": figure("a.2", 2), "b.1": figure("b.1", 3) },
  units: {},
  models: {},
  parties: [],
  tracker: { round: 3 },
} as unknown as Show;
const beat = (n: number, ...seen: Seen[]): Beat => ({
  n,
  by: { kind: "choose" },
  told: seen.map((one) => ({ kind: "", text: "", seen: one })),
});
const fell = (id: string): Seen => ({ type: "fell", figure: id });
const struck = (id: string): Seen => ({ type: "struck", figure: "b.1", target: id, hit: true });
const burst: Seen = { type: "burst", at: [5, 5], radius: 9 };

test("whoever falls lies where he stood or went, and it is known when and by whom", () => {
  const here = remainsWith(NOTHING_LEFT, SHOW, beat(1, struck("a.1"), fell("a.1")), []);
  expect(here.fallen["a.1"]).toMatchObject({ at: [1, 0], round: 3, by: "b.1" });
  const gone = remainsWith(
    NOTHING_LEFT,
    SHOW,
    beat(
      1,
      {
        type: "went",
        figure: "a.1",
        path: [
          [1, 0],
          [9, 9],
        ],
      },
      fell("a.1"),
    ),
    [],
  );
  expect(gone.fallen["a.1"]).toMatchObject({ at: [9, 9], by: "" });
  expect(remainsWith(NOTHING_LEFT, { ...SHOW, figures: {} }, beat(1, fell("a.1")), [])).toBe(NOTHING_LEFT);
});

test("a loss that is allotted later is by the blow at his unit", () => {
  const late = remainsWith(NOTHING_LEFT, SHOW, beat(2, fell("a.2")), [beat(1, struck("a.1"))]);
  expect(late.fallen["a.2"]).toMatchObject({ by: "b.1" });
});

test("the ground stays scorched where something burst", () => {
  expect(remainsWith(NOTHING_LEFT, SHOW, beat(1, burst), []).scars).toEqual([burst]);
});

test("whoever comes late finds those who fell before, but for those who stand again", () => {
  const earlier = remembered({
    fallen: {
      "a.1": { shown: SHOW.figures["a.1"]!, round: 1, by: "b.1" },
      "z.9": { shown: { ...SHOW.figures["a.1"]!, id: "z.9" }, round: 1, by: "" },
    },
    scars: [burst as Burst],
  });
  const found = withEarlier(NOTHING_LEFT, earlier, SHOW);
  expect(Object.keys(found.fallen)).toEqual(["z.9"]); // a.1 stands on the table
  expect(found.fallen["z.9"]!.round).toBe(1);
  expect(found.scars).toHaveLength(1);
  expect(withEarlier(found, earlier, SHOW).scars).toHaveLength(1); // told again, it is no other
});

test("a replay that is scrubbed back and forth has the fallen and the scars of each moment", () => {
  const frame = (one: Beat, gone: string[] = []): ReplayFrame => ({ beat: one, change: { gone } });
  const undo: Beat = { n: 4, by: { kind: "undo" }, left: 1 };
  const back = { beat: undo, change: { figures: { "a.1": SHOW.figures["a.1"]! } } } as ReplayFrame;
  const frames = [
    frame(beat(1)),
    frame(beat(2, fell("a.1")), ["a.1"]),
    frame(beat(3, burst)),
    back,
    frame(beat(5, fell("a.2")), ["a.2"]),
  ];
  const replay = new ReplayFrames({ title: "", system: "", seats: {}, show: SHOW, frames } as unknown as Replay);
  const at = (count: number): [string[], number] => {
    const { remains } = replay.after(count);
    return [Object.keys(remains.fallen), remains.scars.length];
  };
  const forth = [0, 1, 2, 3, 4, 5].map(at);
  expect(forth).toEqual([
    [[], 0],
    [[], 0],
    [["a.1"], 0],
    [["a.1"], 1],
    [[], 0],
    [["a.2"], 0],
  ]);
  expect([5, 4, 3, 2, 1, 0].map(at).reverse()).toEqual(forth);
});
