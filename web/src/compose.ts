/**
 * Answers put together by hand. A unit is dragged as a whole, then single figures are put right: the draft keeps one leg
 * for every mover, and the newest word about each of them counts.
 */

import type { Leg, Point, Show, Step, Trace } from "./wire";

/**
 * The draft after those dragged got these legs; who was dragged and got none stays where he is. The order of legs is the
 * order on the table: one that is put right keeps its place, several that were planned together keep theirs.
 */
export function composeLegs(draft: readonly Leg[], dragged: readonly string[], legs: readonly Leg[]): Leg[] {
  const isDragged = (leg: Leg): boolean => dragged.includes(leg.who) || legs.some((one) => one.who === leg.who);
  const [only] = legs;
  if (legs.length === 1 && only && draft.some((leg) => leg.who === only.who))
    return draft.map((leg) => (leg.who === only.who ? only : leg));
  return [...draft.filter((leg) => !isDragged(leg)), ...legs];
}

/** The same with this one going last: whoever stood in his way may have gone by then. */
export const lastOf = (legs: readonly Leg[], who: string): Leg[] => [
  ...legs.filter((leg) => leg.who !== who),
  ...legs.filter((leg) => leg.who === who),
];

/** Does it lead anywhere? */
export const isWay = (leg: Leg | undefined): boolean => !!leg?.steps.some((step) => step.to);

/** A way and what else is done on it (to rise, to lie down): before it, or after it and before the last turn. */
export function posed(who: string, way: readonly Step[], poses: readonly Step[], early: boolean): Leg {
  const turns = early ? 0 : way.findLastIndex((step) => step.verb !== "turn") + 1;
  return { who, steps: [...way.slice(0, turns), ...poses, ...way.slice(turns)] };
}

/** The traces with newer ones in the place of older ones. */
export function composeTraces(old: readonly Trace[], dragged: readonly string[], traces: readonly Trace[]): Trace[] {
  return [...old.filter((trace) => !dragged.includes(trace.who) && !traces.some((one) => one.who === trace.who)), ...traces];
}

/** Where everybody would stand. */
export function endsOf(traces: readonly Trace[]): Record<string, [number, number, number]> {
  return Object.assign({}, ...traces.map((trace) => trace.ends ?? {})) as Record<string, [number, number, number]>;
}

/** One that is dragged before its move is asked for: the straight line, and where it would stand. */
export function endsOfDrag(
  show: Show,
  drag: { figure: string; by: Point } | null,
): { ends: Record<string, [number, number, number]>; traces: Trace[] } {
  const shown = drag && show.figures[drag.figure];
  if (!drag || !shown) return { ends: {}, traces: [] };
  const to: Point = [shown.at[0] + drag.by[0], shown.at[1] + drag.by[1]];
  return {
    ends: { [drag.figure]: [...to, shown.face ?? 0] },
    traces: [{ who: drag.figure, path: [shown.at, to], cost: 0, budget: 0 }],
  };
}

/** Where a mover would end: by its trace, else where it stands. */
export function endOf(traces: readonly Trace[], who: string, start: Point): Point {
  const trace = traces.find((one) => one.who === who);
  const end = trace?.ends?.[who];
  if (end) return [end[0], end[1]];
  return trace?.path[trace.path.length - 1] ?? start;
}

/** What the dearest way costs of what there is, in thousandths. */
export function dearest(traces: readonly Trace[]): Trace | null {
  const moving = traces.filter((trace) => trace.budget > 0 || trace.cost > 0);
  if (!moving.length) return null;
  return moving.reduce((most, one) => (one.cost / (one.budget || 1) > most.cost / (most.budget || 1) ? one : most));
}
