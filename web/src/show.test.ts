import { expect, test } from "vitest";
import { seatsFor } from "./pages/order";
import { ReplayFrames } from "./pages/replayFrames";
import { applied, called, companions, continued, folded, friends, journalName, moverOf, sideNumber, undoEntries } from "./show";
import type { Beat, Replay, Show } from "./wire";

const figure = (id: string, unit: string, side = "red", within = "") => ({
  id,
  unit,
  side,
  model: "",
  name: "Rifleman",
  at: [1, 1] as [number, number],
  size: [500],
  within,
});
const show: Show = {
  title: "",
  unit: "inch",
  size: [1000, 1000],
  measures: true,
  tracker: { round: 1 },
  parties: [
    { id: "red", name: "Red", team: "r" },
    { id: "blue", name: "Blue", team: "b" },
  ],
  models: {},
  units: {
    u: { id: "u", name: "Rifles", side: "red", figures: ["u.1", "u.2"], left: 2, of: 2 },
    l: { id: "l", name: "Leader", side: "red", figures: ["l.1"], left: 1, of: 1 },
  },
  figures: {
    "u.1": figure("u.1", "u"),
    "u.2": figure("u.2", "u"),
    "l.1": figure("l.1", "l"),
    "e.1": figure("e.1", "e", "blue"),
  },
};
const pose = { at: [0, 0] as [number, number] };

test("a change is applied, and nothing else", () => {
  const next = applied(show, {
    gone: ["u.2"],
    figures: { "u.1": { ...show.figures["u.1"]!, at: [9, 9] } },
    tracker: { round: 2 },
  });
  expect(Object.keys(next.figures)).toEqual(["u.1", "l.1", "e.1"]);
  expect(next.figures["u.1"]?.at).toEqual([9, 9]);
  expect(next.tracker.round).toBe(2);
  expect(next.units).toBe(show.units);
  expect(show.figures["u.2"]).toBeDefined();
});

test("a unit that became part of another is on the table no more, in a battle and in its replay", () => {
  const change = {
    units_gone: ["l"],
    units: { u: { ...show.units.u!, figures: ["u.1", "u.2", "l.1"], of: 3, left: 3 } },
    figures: { "l.1": { ...show.figures["l.1"]!, unit: "u" } },
    note: "Beware.",
  };
  const next = applied(show, change);
  expect(Object.keys(next.units)).toEqual(["u"]);
  expect(next.note).toBe("Beware.");
  expect(Object.keys(show.units)).toEqual(["u", "l"]);
  const replay = {
    title: "",
    system: "",
    seats: {},
    show,
    frames: [{ beat: { n: 1, by: { kind: "choose" } }, change }],
  } as Replay;
  expect(Object.keys(new ReplayFrames(replay).after(1).show.units)).toEqual(["u"]);
  expect(applied(next, { tracker: { round: 2 } })).toMatchObject({ note: "Beware.", units: next.units });
});

test("who comes back after an undo is where he was", () => {
  const joined = applied(show, { units_gone: ["u"], gone: ["u.2"] });
  const { u } = show.units;
  const back = { units: { u: u! }, figures: { "u.2": show.figures["u.2"]! } };
  expect(Object.keys(applied(joined, back).units)).toEqual(["l", "u"]); // without an order: behind all others
  const next = applied(joined, { ...back, order: Object.keys(show.figures), units_order: ["u", "l"] });
  expect([Object.keys(next.units), Object.keys(next.figures)]).toEqual([
    ["u", "l"],
    ["u.1", "u.2", "l.1", "e.1"],
  ]);
  expect(next).toMatchObject({ units: show.units, figures: show.figures });
});

test("who moves when this figure is dragged", () => {
  expect(moverOf(show, { "u.1": pose }, "u.1")).toBe("u.1");
  expect(moverOf(show, { u: pose }, "u.2")).toBe("u");
  expect(moverOf(show, { u: pose }, "e.1")).toBe("");
  expect(companions(show, { "u.1": pose, "u.2": pose, "l.1": pose }, "u.2")).toEqual(["u.1", "u.2", "l.1"]);
  expect(companions(show, { u: pose }, "u")).toEqual(["u"]);
});

test("names and sides", () => {
  expect(called(show, "u.2")).toBe("Rifleman 2");
  expect(called(show, "u")).toBe("Rifles");
  expect(called(show, "pass")).toBe("pass");
  expect(sideNumber(show, "blue")).toBe(1);
  expect(friends(show, "red", "blue")).toBe(false);
});

const beat = (n: number, side: string, kind = "choose"): Beat => ({ n, by: { kind, side } });

test("a story is told without what was taken back", () => {
  const story = [
    beat(1, "", "begin"),
    beat(2, "red"),
    beat(3, "blue"),
    { n: 4, by: { kind: "undo" }, left: 2 },
    beat(5, "blue"),
  ];
  expect(folded(story).map((one) => one.n)).toEqual([1, 2, 4, 5]);
});

test("undoing leads back to before one's own last decision", () => {
  const story = [beat(1, "", "begin"), beat(2, "red"), beat(3, "blue"), beat(4, "blue")];
  expect(undoEntries(story, ["red"])).toBe(3);
  const last = story.findLast((beat) => beat.by.side === "red")!.n;
  expect(undoEntries(story, ["red"], (n) => n === last)).not.toBe(3); // what left no choice is not where one goes back to
  expect(undoEntries(story, ["blue"])).toBe(1);
  expect(undoEntries(story, ["green"])).toBe(0);
});

test("any frame of a replay at once, in any order", () => {
  const frames = Array.from({ length: 130 }, (_, i) => ({
    beat: beat(i + 1, "red"),
    change: { tracker: { round: i } },
    round: Math.floor(i / 50) + 1,
    fallen: i === 70 ? 2 : 0,
  }));
  const replay = new ReplayFrames({ title: "", system: "", seats: {}, show, frames } as Replay);
  for (const count of [130, 0, 77, 40, 41, 129]) {
    const { show: then, story } = replay.after(count);
    expect(story.length).toBe(count);
    expect(then.tracker.round).toBe(count ? count - 1 : 1);
  }
  expect(replay.chapters()).toEqual({
    rounds: [
      { at: 0, round: 1 },
      { at: 50, round: 2 },
      { at: 100, round: 3 },
    ],
    fallen: [{ at: 70, count: 2 }],
  });
});

test("who sits where", () => {
  const scenario = {
    name: "",
    title: "",
    about: "",
    sides: { red: "R", blue: "B" },
    size: [1, 1] as [number, number],
    unit: "inch" as const,
  };
  const kinds = (seats: ReturnType<typeof seatsFor>) => Object.values(seats).map((seat) => seat.kind);
  expect(kinds(seatsFor(scenario, "bot", "blue", {}, {}))).toEqual(["bot", "person"]);
  expect(kinds(seatsFor(scenario, "watch", "red", { red: "random" }, {}))).toEqual(["bot", "bot"]);
  expect(seatsFor(scenario, "bot", "blue", { red: "sergeant" }, {}).red).toMatchObject({ bot: "sergeant" });
  expect(kinds(seatsFor(scenario, "invite", "red", {}, {}))).toEqual(["person", "person"]);
  expect(seatsFor(scenario, "hotseat", "red", {}, { blue: "units:" }).blue).toMatchObject({ roster: "units:" });
});

test("whoever is not on the table yet is called by his unit's kind, and one alone has no number", () => {
  const waiting: Show = {
    ...show,
    models: { m: { key: "m", name: "Sapper" } },
    units: {
      ...show.units,
      w: { id: "w", name: "Sappers", side: "red", figures: ["w.1", "w.2"], left: 2, of: 2, models: ["m"] },
    },
  };
  expect(called(waiting, "w.2")).toBe("Sapper 2");
  expect(called(waiting, "l.1")).toBe("Rifleman");
  expect(called(waiting, "nobody")).toBe("nobody");
});

test("a long battle is told from the middle on: what is taken back is found all the same", () => {
  const at = (n: number, left?: number): Beat => {
    const beat: Beat = { n, by: { kind: "choose", side: "red" } };
    return left === undefined ? beat : { ...beat, left };
  };
  const story = [at(101), at(102), at(103)];
  expect(continued(story, at(104, 102), 100).map((one) => one.n)).toEqual([101, 102, 104]);
  expect(folded([...story, at(104, 101)], 100).map((one) => one.n)).toEqual([101, 104]);
});

test("a journal is named after its battle, the day and the winner", () => {
  const day = new Date("2026-11-17T12:00:00Z");
  expect(journalName("First battle!", ["red"], day)).toBe("first-battle-2026-11-17-red-won.jsonl");
  expect(journalName("", [], day)).toBe("battle-2026-11-17-draw.jsonl");
});

test("an order is taken back as a whole, however many answers it took", () => {
  const beat = (n: number, side: string, by = "") => ({ n, by: { kind: "choose", side, by } });
  const story = [beat(1, "red"), beat(2, "red", "order"), beat(3, "red", "aide"), beat(4, "blue"), beat(5, "red", "aide")];
  expect(undoEntries(story as never, ["red"])).toBe(4);
});

test("in a mirror battle a side stands before names that both have", () => {
  const card = (id: string, side: string, name: string) => ({
    id,
    name,
    side,
    figures: [`${id}.1`, `${id}.2`],
    left: 2,
    of: 2,
    models: ["m"],
  });
  const mirror: Show = {
    ...show,
    models: { m: { key: "m", name: "Rifleman" } },
    units: { r: card("r", "red", "First"), b: card("b", "blue", "First"), s: card("s", "red", "Second") },
    figures: { "r.1": { ...figure("r.1", "r"), model: "m" } },
  };
  expect(["r", "b", "s", "r.1", "b.2"].map((id) => called(mirror, id))).toEqual([
    "Red First",
    "Blue First",
    "Second",
    "Red Rifleman 1",
    "Blue Rifleman 2",
  ]);
});
