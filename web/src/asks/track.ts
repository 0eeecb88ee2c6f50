/**
 * The corners of a drag: a hand that goes round something means a way round it. A hand that trembles or draws a slight bow means
 * a straight way, and one that comes back has looked, and not gone.
 */

import { distance, FULL, facing, inches } from "../geometry";
import type { Point } from "../wire";

const BOW = 0.2; // of the straight way: so far aside a hand strays that means to go straight
const LEAST = 1; // inch aside
const SPACING = 0.15; // inches between two points that are remembered
const BACK = 13000; // hundredths of a degree: who turns farther goes back

type Points = readonly Point[];

/** How far a point lies beside the way from one point to another. */
function aside(at: Point, from: Point, to: Point): number {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const long = x * x + y * y;
  const share = long ? Math.max(0, Math.min(1, ((at[0] - from[0]) * x + (at[1] - from[1]) * y) / long)) : 0;
  return distance(at, [from[0] + x * share, from[1] + y * share]);
}

/** The points of a track without which it would be another way. */
function simplified(track: Points, least: number): Point[] {
  const [from, to] = [track[0]!, track[track.length - 1]!];
  const far = track.map((at) => aside(at, from, to));
  const most = Math.max(...far);
  if (track.length < 3 || most < least) return [from, to];
  const turn = far.indexOf(most);
  return [...simplified(track.slice(0, turn + 1), least).slice(0, -1), ...simplified(track.slice(turn), least)];
}

/** How far one turns at a corner, either way. */
function turning(before: Point, at: Point, after: Point): number {
  const by = Math.abs(facing(at, after) - facing(before, at));
  return Math.min(by, FULL - by);
}

/** The corners of a track, its ends left out. */
export function corners(track: Points, most: number): Point[] {
  const [from, to] = [track[0], track[track.length - 1]];
  if (!from || !to) return [];
  return onward(simplified(track, Math.max(inches(LEAST), BOW * distance(from, to)))).slice(0, most);
}

/** The corners of a way that leads on: gone there and back again was but a look. */
export function onward(way: Points): Point[] {
  const left = [...way];
  for (let n = 1; n < left.length - 1; ) {
    if (turning(left[n - 1]!, left[n]!, left[n + 1]!) > BACK) {
      left.splice(n, 1);
      n = Math.max(1, n - 1);
    } else n++;
  }
  return left.slice(1, -1);
}

/** Where a drag has been. */
export class Track {
  private points: Point[] = [];

  begin(at: Point): void {
    this.points = [at];
  }

  /** The corners of the way so far, which ends here now. */
  to(at: Point, most: number): Point[] {
    const last = this.points[this.points.length - 1];
    if (!last) this.begin(at);
    else if (distance(last, at) >= inches(SPACING)) this.points.push(at);
    return corners([...this.points, at], most).map(([x, y]) => [Math.round(x), Math.round(y)]);
  }
}
