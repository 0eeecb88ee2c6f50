import { expect, test } from "vitest";
import type { Leg, MoveSheet, Show, Trace } from "../wire";
import { put } from "./Arrange";
import { shared } from "./Assign";
import { handOff, takeOver } from "./dragHandoff";
import { Latest } from "./latest";
import { Mover } from "./mover";

const figure = (id: string) => ({
  id,
  unit: "u",
  side: "red",
  model: "",
  name: "Rifleman",
  at: [0, 0] as [number, number],
  size: [500],
});
const show = {
  figures: { "u.1": figure("u.1"), "u.2": figure("u.2") },
  units: { u: { id: "u", figures: ["u.1", "u.2"] } },
} as unknown as Show;
const sheet: MoveSheet = {
  kind: "move",
  part: 0,
  number: 0,
  side: "red",
  rule: "",
  prompt: "",
  start: { "u.1": { at: [0, 0] }, "u.2": { at: [1000, 0] } },
  budget: { "u.1": 6000, "u.2": 6000 },
  least: {},
  verbs: { go: {}, run: {} },
};

/** A server that lets everybody go where he wants. */
function server() {
  const asked: { do: string; drag?: { who: string[]; to: [number, number] }; answer?: Leg[] }[] = [];
  const trace = (leg: Leg): Trace => ({
    who: leg.who,
    path: [[0, 0], leg.steps[0]!.to!],
    cost: 1000,
    budget: 6000,
    ends: { [leg.who]: [...leg.steps[0]!.to!, 0] as [number, number, number] },
  });
  const ask = async (body: (typeof asked)[number]) => {
    asked.push(body);
    const legs =
      body.answer ??
      body.drag!.who.map((who, i) => ({
        who,
        steps: [{ verb: "go", to: [body.drag!.to[0] + i * 1000, body.drag!.to[1]] as [number, number] }],
      }));
    return { is: "tried", key: 1, answer: legs, traces: legs.map(trace), why: "" };
  };
  return { asked, live: { ask } as unknown as ConstructorParameters<typeof Mover>[0] };
}

test("a unit is dragged as a whole, then one of it alone: one answer of two legs, tried as a whole", async () => {
  const { asked, live } = server();
  const mover = new Mover(live, sheet, () => show);
  mover.grab("u.1", false);
  mover.drag([0, 3000], false);
  await mover.settled();
  expect(mover.state.get().answer.map((leg) => leg.steps[0]!.to)).toEqual([
    [0, 3000],
    [1000, 3000],
  ]);
  mover.grab("u.2", true);
  mover.drag([500, 0], true);
  await mover.settled();
  expect(mover.state.get().answer.map((leg) => [leg.who, leg.steps[0]!.to])).toEqual([
    ["u.1", [0, 3000]],
    ["u.2", [1500, 3000]],
  ]);
  expect(asked.at(-1)?.do).toBe("try");
  mover.reset();
  expect(mover.state.get().answer).toEqual([]);
});

/** A server whose `up` leads nowhere and must come after the way or before it, and where nobody may stay. */
function heights(refuse: (verbs: string) => boolean) {
  const trace = (leg: Leg): Trace => ({ who: leg.who, path: [[0, 0]], cost: 0, budget: 6000 });
  const ask = async (body: {
    do: string;
    drag?: { who: string[]; to: [number, number]; verb?: string; face?: number };
    answer?: Leg[];
  }) => {
    const { drag } = body;
    const turn = drag?.face === undefined ? [] : [{ verb: "turn", face: drag.face }];
    const way = drag?.verb === "up" ? [{ verb: "up" }] : [{ verb: "go", to: drag?.to }];
    const legs = body.answer ?? [{ who: drag!.who[0]!, steps: [...way, ...turn] }];
    const verbs = legs.flatMap((leg) => leg.steps.map((step) => step.verb)).join(" ");
    return {
      is: "tried",
      key: 1,
      answer: legs,
      traces: legs.map(trace as (leg: unknown) => Trace),
      why: refuse(verbs) ? "not so" : "",
      rule: "x.y",
    };
  };
  return { ask } as unknown as ConstructorParameters<typeof Mover>[0];
}

const bird: MoveSheet = { ...sheet, start: { "u.1": { at: [0, 0] } }, verbs: { go: {}, up: {} } };
const verbsOf = (mover: Mover): string =>
  mover.state
    .get()
    .answer.flatMap((leg) => leg.steps.map((step) => step.verb))
    .join(" ");

test("whoever is dragged and then sent up keeps his way, and keeps rising when he is dragged again", async () => {
  const mover = new Mover(
    heights(() => false),
    bird,
    () => show,
  );
  mover.grab("u.1", false);
  mover.drag([0, 3000], false);
  mover.setVerb("up");
  await mover.settled();
  expect(mover.state.get().answer).toEqual([{ who: "u.1", steps: [{ verb: "go", to: [0, 3000] }, { verb: "up" }] }]);
  mover.setVerb("up");
  mover.turn(9000);
  await mover.settled();
  expect(verbsOf(mover)).toBe("go up up turn");
  mover.drag([0, 4000], false);
  await mover.settled();
  expect(mover.state.get().answer[0]!.steps[0]!.to).toEqual([0, 4000]);
  expect(mover.state.get()).toMatchObject({ poses: ["up", "up"], verb: "go" });
  mover.setVerb("go");
  await mover.settled();
  expect(verbsOf(mover)).toBe("go turn");
});

test("who rises first flies; an order that is refused gives way to the other, and a pose that is too much goes", async () => {
  const mover = new Mover(
    heights((verbs) => verbs.startsWith("go up") || verbs.includes("up up")),
    bird,
    () => show,
  );
  mover.setVerb("up");
  mover.nudge([0, 1000]);
  await mover.settled();
  expect(verbsOf(mover)).toBe("up go");
  mover.setVerb("up");
  await mover.settled();
  expect(mover.state.get()).toMatchObject({ poses: [], why: "" });
  expect(verbsOf(mover)).toBe("go");
  mover.setVerb("up");
  await mover.settled();
  expect(verbsOf(mover)).toBe("up go");
});

test("where nobody may stay the page knows why", async () => {
  const mover = new Mover(
    heights((verbs) => !verbs),
    bird,
    () => show,
  );
  expect(mover.state.get().staying).toBeNull();
  await mover.probe([]);
  expect(mover.state.get().staying).toEqual({ why: "not so", rule: "x.y" });
});

test("a single figure turns a corner: the way goes over the points one names", async () => {
  const { asked, live } = server();
  const one = { ...sheet, start: { "u.1": { at: [0, 0] as [number, number] } } };
  const mover = new Mover(live, one, () => show);
  mover.grab("u.1", true);
  mover.drag([0, 4000], true);
  await mover.settled();
  mover.waypoint([3000, 0]); // Shift and a click on the cloth
  await mover.settled();
  const last = asked.filter((body) => body.drag).at(-1)!.drag as { via?: unknown; to: unknown };
  expect(last.via).toEqual([[3000, 0]]);
  expect(last.to).toEqual([0, 4000]);
});

test("while one plan is under way only the newest wish waits", async () => {
  const done: number[] = [];
  const latest = new Latest<number>(async (n) => void done.push(n), 1);
  for (let n = 0; n < 20; n++) latest.push(n);
  await latest.settled();
  expect(done).toEqual([0, 19]);
});

test("putting in order, and options that several share", () => {
  expect(put(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(put(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(
    shared({ x: [{ id: "hold" }, { id: "fire" }], y: [{ id: "hold" }] }).map(({ option, takers }) => [
      option.id,
      takers.length,
    ]),
  ).toEqual([
    ["hold", 2],
    ["fire", 1],
  ]);
});

test("a suggestion is laid in hand, also to stay; what is drawn afterwards counts", async () => {
  const { live } = server();
  const mover = new Mover(live, sheet, () => show);
  mover.lay({ is: "tried", key: 1, answer: [], by: "tactician" });
  expect(mover.state.get()).toMatchObject({ stays: true, answer: [] });
  mover.nudge([0, 1000]);
  await mover.settled();
  expect(mover.state.get().stays).toBe(false);
  const leg = { who: "u.1", steps: [{ verb: "go", to: [0, 2000] as [number, number] }] };
  mover.lay({
    is: "tried",
    key: 2,
    answer: [leg],
    traces: [
      {
        who: "u.1",
        path: [
          [0, 0],
          [0, 2000],
        ],
        cost: 2000,
        budget: 6000,
        ends: { "u.1": [0, 2000, 0] },
      },
    ],
  });
  expect(mover.state.get()).toMatchObject({ stays: false, answer: [leg], why: "" });
});

test("a drag that picks somebody goes on as his move, once", () => {
  handOff("u.1", [0, 500]);
  expect(takeOver({ "u.1": {} })).toMatchObject({ figure: "u.1", by: [0, 500] });
  expect(takeOver({ "u.1": {} })).toBeNull();
  handOff("u.1", [0, 500]);
  expect(takeOver({ "u.2": {} })).toBeNull(); // somebody else is asked about
  expect(takeOver({ "u.1": {} })).toBeNull();
});
