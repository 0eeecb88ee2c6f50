import { expect, test, vi } from "vitest";
import type { PlaceSheet, Point, Spot } from "../wire";
import { Placer } from "./placer";

const bird = { kind: "disc", size: [500], hows: ["prone"], levels: 2 };
const spots: Spot[] = [
  { what: "u.1", at: [0, 0] },
  { what: "u.2", at: [1000, 0] },
];
const sheet: PlaceSheet = {
  kind: "place",
  part: 0,
  number: 0,
  side: "red",
  rule: "",
  prompt: "",
  things: { "u.1": bird, "u.2": bird },
  spots: [spots],
  turns: true,
};

/** A server that lays all in a row where it is told to, and allows everything. */
function server() {
  const asked: { do: string; drag?: { who: string[]; to: Point; face: number }; answer?: Spot[] }[] = [];
  const ask = async (body: (typeof asked)[number]) => {
    asked.push(body);
    const { drag } = body;
    const answer =
      body.answer ?? drag!.who.map((what, i) => ({ what, at: [drag!.to[0], drag!.to[1] + i * 1000], face: drag!.face }));
    const traces = answer.map((spot) => ({
      who: spot.what,
      path: [spot.at],
      cost: 0,
      budget: 0,
      ends: { [spot.what]: [...spot.at, spot.face ?? 0] },
    }));
    return { is: "tried", key: 1, answer, traces, why: "" };
  };
  return { asked, live: { ask } as unknown as ConstructorParameters<typeof Placer>[0] };
}

const levels = (placer: Placer) => placer.state.get().answer.map((spot) => spot.level ?? 0);
const hows = (placer: Placer) => placer.state.get().answer.map((spot) => spot.how ?? "");

test("all together rise as far as they may, and stay there when they are dragged and turned", async () => {
  const { asked, live } = server();
  const placer = new Placer(live, sheet, [0, 0]);
  expect([placer.canRise(1), placer.canRise(-1)]).toEqual([true, false]);
  for (let i = 0; i < 3; i++) placer.rise(1);
  expect([levels(placer), placer.levels(), placer.canRise(1)]).toEqual([[2, 2], [2], false]);
  placer.grab("u.1");
  placer.drag([0, 3000], false);
  placer.turn(9000);
  await placer.settled();
  expect(levels(placer)).toEqual([2, 2]);
  expect(placer.state.get().answer.map((spot) => [spot.at, spot.face])).toEqual([
    [[500, 3500], 9000],
    [[500, 2500], 9000],
  ]);
  expect(asked.at(-1)).toMatchObject({ do: "try", answer: [{ level: 2 }, { level: 2 }] }); // what is sent is what was judged
});

test("who rises while an older draft is judged is not put down again, nor does he turn back", async () => {
  const { live } = server();
  const placer = new Placer(live, sheet, [0, 0]);
  placer.rise(1);
  await Promise.resolve();
  await Promise.resolve(); // the first draft is judged by now
  placer.rise(1);
  expect(levels(placer)).toEqual([2, 2]);
  await placer.settled();
  placer.turn(9000);
  placer.rise(-1);
  await placer.settled();
  expect(placer.state.get().answer).toMatchObject([
    { at: [500, 500], face: 9000, level: 1 },
    { at: [500, -500], face: 9000, level: 1 },
  ]);
});

test("one by one only the one in hand lies down and rises; a manner taken twice is taken back", async () => {
  const { live } = server();
  const placer = new Placer(live, sheet, [0, 0]);
  placer.setWhole(false);
  placer.take("u.2");
  placer.setHow("prone");
  expect([hows(placer), placer.isSo("prone")]).toEqual([["", "prone"], true]);
  placer.setWhole(true);
  expect(placer.isSo("prone")).toBe(false);
  placer.turn(9000);
  await placer.settled();
  expect(hows(placer)).toEqual(["", "prone"]);
  placer.setHow("prone");
  placer.turn(0);
  await placer.settled();
  expect(hows(placer)).toEqual(["prone", "prone"]);
  placer.setHow("prone");
  expect(hows(placer)).toEqual(["", ""]);
  placer.setWhole(false);
  placer.rise(1);
  expect([levels(placer), placer.levels()]).toEqual([[0, 1], [1]]);
});

test("a body changes its formation, and is never without one", async () => {
  const { live } = server();
  const body: PlaceSheet = {
    ...sheet,
    things: { u: { kind: "body", of: ["u.1"], hows: ["line", "column"] } },
    spots: [[{ what: "u", at: [0, 0], how: "line" }]],
  };
  const placer = new Placer(live, body, [0, 0]);
  placer.setHow("column");
  placer.setHow("column");
  await placer.settled();
  expect([hows(placer), placer.isSo("column"), placer.levels(), placer.canRise(1)]).toEqual([["column"], true, [], false]);
});

test("a body that flies rises as one, keeps its formation, and turns where it is", async () => {
  const { asked, live } = server();
  const flock: PlaceSheet = {
    ...sheet,
    things: { u: { kind: "body", of: ["u.1", "u.2"], hows: ["line"], levels: 1 } },
    spots: [[{ what: "u", at: [3000, 2000], how: "line" }]],
  };
  const placer = new Placer(live, flock, [0, 0]);
  placer.take("u.2");
  placer.rise(1);
  placer.rise(1);
  placer.turnBy(1500);
  await placer.settled();
  expect([placer.levels(), placer.canRise(1), placer.canRise(-1), placer.holderOf("u.2")]).toEqual([[1], false, true, "u"]);
  expect(asked.at(-1)?.answer).toEqual([{ what: "u", at: [3000, 2000], face: 1500, level: 1, how: "line" }]);
});

/** Three in a row and one behind, who looks elsewhere. */
const block: Spot[] = [
  { what: "a", at: [4000, 9000] },
  { what: "b", at: [5500, 9000] },
  { what: "c", at: [7000, 9000] },
  { what: "d", at: [5500, 7000], face: 4500 },
];
const stone = { kind: "disc", size: [500] };
const blocks: PlaceSheet = { ...sheet, things: { a: stone, b: stone, c: stone, d: stone }, spots: [block] };
const gaps = (some: readonly Spot[]) =>
  some.flatMap((one, i) => some.slice(i + 1).map((other) => Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])));
const shown = (placer: Placer) => placer.state.get().answer.map((spot) => [spot.what, [...spot.at, spot.face ?? 0]]);

test("a block turns about its middle as it lies, from the first turn on", async () => {
  const placer = new Placer(server().live, blocks, [0, 0]);
  const pivot = placer.pose();
  expect([pivot, placer.front()]).toEqual([{ at: [5500, 8500], face: 0 }, 1000]);
  placer.turn(100); // a degree: nobody goes farther than it takes him round the middle
  for (const [i, spot] of placer.state.get().answer.entries()) {
    const was = block[i]!;
    const far = Math.hypot(was.at[0] - pivot.at[0], was.at[1] - pivot.at[1]);
    expect(Math.hypot(spot.at[0] - was.at[0], spot.at[1] - was.at[1])).toBeLessThan(far * 0.0175 + 1);
    expect(spot.face).toBe((was.face ?? 0) + 100);
  }
  for (let i = 0; i < 23; i++) placer.turnBy(1500);
  expect(placer.pose()).toEqual({ at: pivot.at, face: 34600 });
  const now = gaps(placer.state.get().answer);
  for (const [i, gap] of gaps(block).entries()) expect(Math.abs(now[i]! - gap)).toBeLessThan(2); // whole thousandths, rounded once
  expect(placer.front()).toBeCloseTo(1000, -1);
  placer.turnBy(1400);
  expect(placer.state.get().answer).toEqual(block.map((spot) => ({ ...spot, face: spot.face ?? 0 })));
});

test("a block that was put right and carried turns about its new middle, and who is in hand does not matter", async () => {
  const placer = new Placer(server().live, blocks, [0, 0]);
  placer.turn(9000);
  placer.setWhole(false);
  placer.grab("d");
  placer.drag([-2000, 0], true);
  placer.setWhole(true);
  placer.grab("b");
  placer.drag([1000, 1000], false);
  const before = placer.state.get().answer;
  const { at } = placer.pose();
  placer.turnBy(18000);
  placer.take("d");
  placer.turnBy(18000);
  expect(placer.state.get().answer).toEqual(before);
  expect(placer.pose()).toEqual({ at, face: 9000 });
});

test("what is shown is what is sent, also before it was judged and when it cannot be", async () => {
  const { asked, live } = server();
  const placer = new Placer(live, blocks, [0, 0]);
  await placer.settled();
  placer.turn(4500);
  expect(placer.ends()).toEqual(Object.fromEntries(shown(placer)));
  await placer.settled();
  expect(placer.ends()).toEqual(Object.fromEntries(shown(placer)));
  expect(asked.map((one) => one.do)).toEqual(["try", "try"]);
  expect(asked.at(-1)?.answer).toEqual(placer.state.get().answer);
  vi.spyOn(live, "ask").mockResolvedValue({ is: "refused", key: 1, status: 429, text: "too fast", rule: "" } as never);
  placer.turn(9000);
  await placer.settled();
  expect(placer.ends()).toEqual(Object.fromEntries(shown(placer)));
});

test("what is not laid yet is laid by the server, and turned by hand", async () => {
  const { asked, live } = server();
  const placer = new Placer(live, { ...blocks, spots: [[]] }, [6000, 6000]);
  placer.turnBy(1500);
  await placer.settled();
  expect(asked).toMatchObject([{ do: "plan", drag: { who: ["a", "b", "c", "d"], to: [6000, 6000] } }]);
  expect(placer.pose()).toEqual({ at: [6000, 7500], face: 0 });
  placer.turn(9000);
  expect(shown(placer)[0]).toEqual(["a", [4500, 7500, 9000]]);
});

test("what has a grid is put down on it", () => {
  const point = {
    ...sheet,
    things: { point: { kind: "disc", size: [2000], step: 500 } },
    spots: [[{ what: "point", at: [500, 0] as Point }]],
  };
  const placer = new Placer(server().live, point, [0, 0]);
  placer.grab("point", false);
  placer.drag([1234, -260], false);
  expect(placer.state.get().answer[0]!.at).toEqual([1500, -500]);
});

/** A server in whose zone everything lies south of 4 inches. */
function zone() {
  const asked: string[] = [];
  const ask = async (body: { do: string; answer: Spot[] }) => {
    asked.push(body.do);
    const over = Math.max(...body.answer.map((spot) => spot.at[1])) - 4000;
    const answer = body.answer.map((spot) => ({ ...spot, at: [spot.at[0], spot.at[1] - Math.max(0, over)] as Point }));
    const stopped = over > 0 ? { short: "outside the zone", rule: "toy.zone" } : {};
    return { is: "tried", key: 1, traces: [], why: "", ...(body.do === "carry" ? { answer, ...stopped } : {}) };
  };
  return { asked, live: { ask } as unknown as ConstructorParameters<typeof Placer>[0] };
}

const north = (placer: Placer) => placer.state.get().answer.map((spot) => spot.at[1]);

test("what is dragged out of its zone stops at its border, says why, and comes back when it is dragged back", async () => {
  const { asked, live } = zone();
  const placer = new Placer(live, sheet, [0, 0]);
  await placer.settled();
  placer.grab("u.1");
  placer.drag([0, 9000], false);
  await placer.settled();
  expect([north(placer), placer.state.get().short, placer.state.get().rule]).toEqual([
    [4000, 4000],
    "outside the zone",
    "toy.zone",
  ]);
  placer.drag([0, 9500], false);
  expect(north(placer)).toEqual([4000, 4000]); // it does not jump to and fro
  await placer.settled();
  placer.drag([0, 3000], false);
  await placer.settled();
  expect([north(placer), placer.state.get().short]).toEqual([[3000, 3000], ""]);
  expect(asked).toEqual(["try", "carry", "carry", "carry"]);
});

test("keys go on to what lies behind a limit, and back from where one stands", async () => {
  const wall = (y: number) => y > 1000 && y < 3500; // somebody in the way
  const ask = async (body: { do: string; start?: Spot[]; answer: Spot[] }) => {
    const stopped = body.do === "carry" && wall(body.answer[0]!.at[1]);
    const answer = stopped ? body.answer.map((spot) => ({ ...spot, at: [spot.at[0], 1000] as Point })) : body.answer;
    return { is: "tried", key: 1, traces: [], why: "", answer, short: stopped ? "in the way" : "" };
  };
  const placer = new Placer({ ask } as unknown as ConstructorParameters<typeof Placer>[0], sheet, [0, 0]);
  await placer.settled();
  const press = async (by: number) => {
    placer.nudge([0, by]);
    await placer.settled();
    return north(placer)[0];
  };
  expect([await press(1000), await press(1000), await press(-500), await press(500)]).toEqual([1000, 1000, 500, 1000]);
  expect([await press(1000), await press(1000), await press(1000)]).toEqual([1000, 1000, 4000]);
});
