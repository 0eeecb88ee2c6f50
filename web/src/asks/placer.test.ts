import { expect, test } from "vitest";
import type { PlaceSheet, Point, Spot } from "../wire";
import { Placer } from "./placer";

const bird = { kind: "disc", size: [500], hows: ["prone"], levels: 2 };
const spots: Spot[] = [{ what: "u.1", at: [0, 0] }, { what: "u.2", at: [1000, 0] }];
const sheet: PlaceSheet = { kind: "place", part: 0, side: "red", rule: "", prompt: "", things: { "u.1": bird, "u.2": bird }, spots: [spots], turns: true };

/** A server that plans places only, and on the ground, as deployment does. */
function server() {
  const asked: { do: string; drag?: { who: string[]; to: Point; face: number; verb: string }; answer?: Spot[] }[] = [];
  const ask = async (body: (typeof asked)[number]) => {
    asked.push(body);
    const { drag } = body;
    const answer = body.answer ?? drag!.who.map((what, i) => ({ what, at: [drag!.to[0], drag!.to[1] + i * 1000], face: drag!.face, how: drag!.verb }));
    return { is: "tried", key: 1, answer, traces: [], why: "" };
  };
  return { asked, live: { ask } as unknown as ConstructorParameters<typeof Placer>[0] };
}

const levels = (placer: Placer) => placer.state.get().spots.map((spot) => spot.level ?? 0);
const hows = (placer: Placer) => placer.state.get().spots.map((spot) => spot.how ?? "");

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
  expect(placer.state.get().spots.map((spot) => [spot.at, spot.face])).toEqual([[[0, 3000], 9000], [[0, 4000], 9000]]);
  expect(asked.at(-1)).toMatchObject({ do: "try", answer: [{ level: 2 }, { level: 2 }] }); // what is sent is what was judged
});

test("who rises while an older draft is judged is not put down again, and who is sent up while all turn stays as he was laid", async () => {
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
  expect(placer.state.get().spots).toMatchObject([{ at: [0, 0], level: 1 }, { at: [1000, 0], level: 1 }]);
});

test("one by one only the one in hand lies down and rises; a manner taken twice is taken back", async () => {
  const { asked, live } = server();
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
  expect([hows(placer), asked.at(-1)?.drag?.verb]).toEqual([["prone", "prone"], "prone"]);
  placer.setHow("prone");
  expect(hows(placer)).toEqual(["", ""]);
  placer.setWhole(false);
  placer.rise(1);
  expect([levels(placer), placer.levels()]).toEqual([[0, 1], [1]]);
});

test("a body changes its formation, and is never without one", async () => {
  const { live } = server();
  const body: PlaceSheet = { ...sheet, things: { u: { kind: "body", of: ["u.1"], hows: ["line", "column"] } }, spots: [[{ what: "u", at: [0, 0], how: "line" }]] };
  const placer = new Placer(live, body, [0, 0]);
  placer.setHow("column");
  placer.setHow("column");
  await placer.settled();
  expect([hows(placer), placer.isSo("column"), placer.levels(), placer.canRise(1)]).toEqual([["column"], true, [], false]);
});
