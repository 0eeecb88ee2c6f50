import { expect, test } from "vitest";
import { IDLE, type Interaction } from "../asks/interaction";
import { Store } from "../store";
import type { Camera } from "./camera";
import { Gestures } from "./gestures";
import type { Pointing } from "./pointer";

/** Gestures over a table that lies as the screen does. */
const over = (interaction: Store<Interaction>): Gestures => {
  const camera = { toTable: (x: number, y: number) => [x, y], panBy: () => undefined } as unknown as Camera;
  const pointing = new Store({ tool: "look" } as unknown as Pointing);
  return new Gestures(
    camera,
    interaction,
    pointing,
    () => undefined,
    () => true,
  );
};

/** A table of one unit for a pixel with north up, and the handle of one that looks north. */
function handled() {
  const told: [number, string][] = [];
  const interaction = new Store<Interaction>({
    ...IDLE,
    handle: { at: [1000, 1000], face: 0, reach: 1000 },
    onTurn: (face, phase) => told.push([face, phase]),
  });
  const gestures = over(interaction);
  const knob = { closest: (what: string) => (what === "[data-turn]" ? {} : null) };
  const event = (clientX: number, clientY: number) =>
    ({ pointerId: 1, button: 0, clientX, clientY, target: knob }) as unknown as PointerEvent;
  return { told, gestures, event };
}

test("a handle taken hold of beside its middle does not leap, and turns by as much as the pointer", () => {
  const { told, gestures, event } = handled();
  gestures.press(event(2000, 2000)); // at 45 degrees, while it looks north
  gestures.move(event(2000, 1000));
  gestures.lift(event(2000, 1000));
  expect(told).toEqual([
    [0, "start"],
    [4500, "move"],
    [4500, "end"],
  ]);
  gestures.press(event(1000, 2000)); // the next grasp has its own
  gestures.move(event(2000, 1000));
  expect(told.slice(3)).toEqual([
    [0, "start"],
    [9000, "move"],
  ]);
});

test("Shift and a click on the cloth is a corner of the way; without Shift it lets go", () => {
  const corners: unknown[] = [];
  const selected: string[] = [];
  const interaction = new Store<Interaction>({ ...IDLE, onCorner: (at) => corners.push(at) });
  const camera = { toTable: (x: number, y: number) => [x, y] } as unknown as Camera;
  const pointing = new Store({ tool: "look" } as unknown as Pointing);
  const gestures = new Gestures(
    camera,
    interaction,
    pointing,
    (figure) => selected.push(figure),
    () => true,
  );
  const event = (shiftKey: boolean) =>
    ({
      pointerId: 1,
      button: 0,
      clientX: 700,
      clientY: 300,
      shiftKey,
      pointerType: "mouse",
      target: { closest: () => null },
    }) as unknown as PointerEvent;
  for (const shift of [true, false]) {
    gestures.press(event(shift));
    gestures.lift(event(shift));
  }
  expect(corners).toEqual([[700, 300]]);
  expect(selected).toEqual([""]);
});

test("a click on the handle turns nothing", () => {
  const { told, gestures, event } = handled();
  gestures.press(event(2000, 2000));
  gestures.lift(event(2000, 2000));
  expect(told).toEqual([[0, "start"]]);
});

test("the wheel with Shift turns what is in hand, and without it zooms", () => {
  const { told, gestures } = handled();
  expect(gestures.wheel({ shiftKey: true, deltaX: 0, deltaY: 100 })).toBe(true);
  expect(gestures.wheel({ shiftKey: true, deltaX: -100, deltaY: 0 })).toBe(true);
  expect(gestures.wheel({ shiftKey: false, deltaX: 0, deltaY: 100 })).toBe(false);
  expect(told).toEqual([
    [1500, "end"],
    [34500, "end"],
  ]);
});

test("a click on a spot of the table chooses what it stands for, though the drawing keeps the pointer; a drag does not", () => {
  const chosen: string[] = [];
  const interaction = new Store<Interaction>({ ...IDLE, onSpot: (id) => chosen.push(id) });
  const gestures = over(interaction);
  const target = { closest: (what: string) => (what === "[data-spot]" ? { dataset: { spot: "a door" } } : null) };
  const event = (clientX: number) =>
    ({ pointerId: 1, button: 0, clientX, clientY: 0, pointerType: "mouse", target }) as unknown as PointerEvent;
  gestures.press(event(0));
  gestures.lift(event(2));
  expect(chosen).toEqual(["a door"]);
  gestures.press(event(0));
  gestures.move(event(50));
  gestures.lift(event(50));
  expect(chosen).toEqual(["a door"]);
});
