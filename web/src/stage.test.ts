import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Speed } from "./settings";
import { after, glanceOf, judged, playsOf, playsOn, STAGGER, Stage } from "./stage";
import { fateOf } from "./ui/Dice";
import type { Beat, Show, Told } from "./wire";

const show = (): Show =>
  ({
    figures: { a: { id: "a", at: [0, 0], face: 0 }, b: { id: "b", at: [5, 5] } },
    units: {},
    models: {},
    parties: [],
    size: [10, 10],
    tracker: { round: 1 },
  }) as unknown as Show;
const told = (some: Partial<Told>): Told => ({ kind: "x", text: "x", ...some });
const went = (figure: string): Told =>
  told({
    seen: {
      type: "went",
      figure,
      path: [
        [0, 0],
        [0, 1000],
      ],
      face: 9000,
    },
  });
const beat = (n: number, lines: Told[]): Beat => ({ n, by: { kind: "move", side: "red" }, told: lines });

let speed: Speed = "normal";
beforeEach(() => {
  speed = "normal";
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test("walkers walk together, blows are struck one by one, dice fall together", () => {
  const plays = playsOf(
    beat(1, [
      went("a"),
      went("b"),
      went("a"),
      told({ die: "d6", faces: [3] }),
      told({ die: "d6", faces: [4] }),
      told({ seen: { type: "struck", figure: "a", target: "b", hit: true } }),
      told({ seen: { type: "fell", figure: "b" } }),
    ]),
  );
  expect(plays.map((play) => [play.seen.length, play.dice.length, play.upto])).toEqual([
    [2, 0, 2],
    [1, 0, 3],
    [0, 2, 5],
    [1, 0, 6],
    [1, 0, 7],
  ]);
});

test("what was seen stays so until the change says it exactly", () => {
  const moved = after(show(), [
    {
      type: "went",
      figure: "a",
      path: [
        [1, 1],
        [2, 2],
      ],
      face: 9000,
    },
    { type: "fell", figure: "b" },
  ]);
  expect(moved.figures.a).toMatchObject({ at: [2, 2], face: 9000 });
  expect(moved.figures.b).toBeUndefined();
});

test("moments are played one after another; nothing is offered before the stage is empty", () => {
  const stage = new Stage(
    show(),
    [],
    () => speed,
    () => 0,
  );
  stage.push({ beat: beat(1, [went("a")]), change: { figures: { a: { ...show().figures.a!, at: [0, 1000] } } } });
  stage.push({ beat: beat(2, [went("b")]), change: { gone: ["b"] } });
  expect(stage.scene.get()).toMatchObject({ busy: true, told: 1 });
  expect(stage.scene.get().telling?.n).toBe(1);
  vi.advanceTimersByTime(400);
  expect(stage.scene.get().telling?.n).toBe(2);
  expect(stage.scene.get().story.map((one) => one.n)).toEqual([1]);
  vi.advanceTimersByTime(1000);
  expect(stage.scene.get()).toMatchObject({ busy: false, play: null });
  expect(Object.keys(stage.scene.get().show.figures)).toEqual(["a"]);
});

test("at once, when told so, when nobody looks, or while skipping", () => {
  for (const way of ["instant", "hidden", "skip"]) {
    const stage = new Stage(
      show(),
      [],
      () => (way === "instant" ? "instant" : "normal"),
      () => 0,
    );
    stage.hidden = way === "hidden";
    if (way === "skip") stage.skip(true);
    stage.push({ beat: beat(1, [went("a")]), change: { gone: ["a"] } });
    expect(stage.scene.get().busy).toBe(false);
    expect(stage.scene.get().show.figures.a).toBeUndefined();
  }
});

test("skipping finishes what is being seen", () => {
  const stage = new Stage(
    show(),
    [],
    () => speed,
    () => 0,
  );
  for (const n of [1, 2, 3]) stage.push({ beat: beat(n, [went("a")]), change: {} });
  expect(stage.scene.get().busy).toBe(true);
  stage.skip(true);
  expect(stage.scene.get().busy).toBe(false);
  expect(stage.scene.get().story.length).toBe(3);
});

test("after an undo what was taken back is no longer told", () => {
  const stage = new Stage(show(), [beat(1, []), beat(2, []), beat(3, [])], () => "instant");
  stage.push({ beat: { n: 4, by: { kind: "undo" }, left: 2 }, change: {} });
  stage.push({ beat: beat(5, []), change: {} });
  stage.push({ beat: { n: 6, by: { kind: "undo" }, left: 2 }, change: {} });
  expect(stage.scene.get().story.map((one) => one.n)).toEqual([1, 2, 4, 6]);
});

test("whoever is stopped in the middle of his way is seen to go there, and not again when it is told", () => {
  const stopped = { figures: { a: { ...show().figures.a!, at: [0, 400] as [number, number] } } };
  const glide = playsOn(show(), { beat: beat(1, []), change: stopped });
  expect(glide.map((play) => play.seen)).toEqual([
    [
      {
        type: "went",
        figure: "a",
        path: [
          [0, 0],
          [0, 400],
        ],
        face: 0,
      },
    ],
  ]);
  const there = { ...show(), ...stopped } as Show;
  const late = (path: [number, number][], face = 0): Beat =>
    beat(2, [
      told({ seen: { type: "went", figure: "a", path, face } }),
      told({ seen: { type: "struck", figure: "b", target: "a", hit: true } }),
    ]);
  expect(
    playsOn(there, {
      beat: late([
        [0, 0],
        [0, 400],
      ]),
      change: {},
    }).map((play) => play.seen[0]!.type),
  ).toEqual(["struck"]);
  expect(
    playsOn(there, {
      beat: late([
        [0, 0],
        [0, 400],
        [0, 900],
      ]),
      change: {},
    })[0]!.seen,
  ).toEqual([
    {
      type: "went",
      figure: "a",
      path: [
        [0, 400],
        [0, 900],
      ],
      face: 0,
    },
  ]);
  expect(playsOn(there, { beat: late([[0, 400]], 9000), change: {} })[0]!.seen[0]!.type).toBe("went"); // he turns
  expect(playsOn(there, { beat: { n: 3, by: { kind: "undo" }, left: 1 }, change: { figures: show().figures } })).toEqual([]); // taken back at once
});

test("what is told again replaces what was told, also while it is being seen", () => {
  const stage = new Stage(show(), [beat(1, [])], () => speed);
  stage.push({ beat: beat(2, [went("a")]), change: {} });
  stage.push({ beat: beat(3, []), change: {} });
  expect(stage.scene.get().busy).toBe(true);
  stage.again(1);
  expect(stage.scene.get().story.map((one) => one.n)).toEqual([1]);
  expect(stage.scene.get().busy).toBe(false);
  stage.push({ beat: beat(2, []), change: {} });
  expect(stage.scene.get().story.map((one) => one.n)).toEqual([1, 2]);
});

test("a unit fires in a salvo, each a little after the one before; blows are looked at alone", () => {
  const shot = (figure: string, melee = false): Told => ({
    kind: "Fired",
    text: "",
    seen: { type: "struck", figure, target: "b.1", hit: true, ...(melee ? { melee } : {}) },
  });
  const [salvo, other] = playsOf(beat(1, [shot("a.1"), shot("a.2"), shot("a.3"), shot("c.1")]));
  expect(salvo!.seen).toHaveLength(3);
  expect(other!.seen).toHaveLength(1);
  expect(salvo!.ms).toBe(other!.ms + 2 * STAGGER);
  expect(playsOf(beat(1, [shot("a.1", true), shot("a.2", true)]))).toHaveLength(2);
});

test("without movement there is one glance at what came of a beat", () => {
  const seen: Told[] = [
    went("a"),
    { kind: "Fired", text: "", seen: { type: "struck", figure: "a", target: "b", hit: true } },
    { kind: "Saved", text: "", seen: { type: "saved", who: "b" } },
  ];
  const [glance, ...more] = glanceOf(beat(1, seen));
  expect(more).toEqual([]);
  expect(glance).toMatchObject({ ms: 300, upto: 3 });
  expect(glance!.seen.map((one) => one.type)).toEqual(["struck", "saved"]);
  expect(glanceOf(beat(1, [went("a")]))).toEqual([]);
});

test("dice know what they had to reach from the line that tells of them", () => {
  const dice = (faces: number[]): Told => ({ kind: "draw", text: "to hit", die: "2d6", faces });
  const tally = { base: 4, mods: [] };
  const fired: Told = { kind: "fired", text: "1 hits", tally };
  expect(judged([dice([5, 2]), fired])[0]!.tally).toBe(tally);
  expect(judged([dice([5, 2]), dice([1]), fired]).map((one) => one.tally)).toEqual([undefined, undefined, tally]);
  expect(judged([dice([5, 2])])[0]!.tally).toBeUndefined();
  expect([5, 2].map((face) => fateOf(face, tally))).toEqual(["does", "fails"]);
  expect(fateOf(5, null)).toBe("");
});

test("whoever watches halts the battle, lets it go step by step, and on again", () => {
  const stage = new Stage(show(), [], () => "instant");
  const told = () => stage.scene.get().story.map((one) => one.n);
  const cue = (n: number) => ({ beat: beat(n, [{ kind: "event", text: `line ${n}` }]), change: {} });
  stage.push(cue(1));
  stage.pause(true);
  for (const n of [2, 3, 4]) stage.push(cue(n));
  expect([told(), stage.scene.get().busy]).toEqual([[1], true]);
  stage.step();
  expect(told()).toEqual([1, 2]);
  stage.step();
  expect(told()).toEqual([1, 2, 3]);
  stage.pause(false);
  expect([told(), stage.scene.get().busy]).toEqual([[1, 2, 3, 4], false]);
  stage.step(); // there is nothing yet: the next that comes is seen
  stage.push(cue(5));
  stage.push(cue(6));
  expect(told()).toEqual([1, 2, 3, 4, 5]);
});
