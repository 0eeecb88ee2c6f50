/**
 * The table's geometry for drawing. The wire speaks thousandths of an inch or of a centimetre with north up; SVG has y down. One
 * inch is INCH drawing units, so that text and strokes have sizes browsers are good at and figures their true size. Whoever has
 * the far edge sees the table turned: his own side is at the bottom.
 */

import type { Outline, Point, Shape } from "./wire";

export const INCH = 100;
export const FULL = 36000;
const CM = 2.54;

/** How the table is looked at: drawing units a thousandth, and whether it is turned by half a turn (then its width counts). */
const eye = { scale: INCH / 1000, turned: false, wide: 0 };

/** Look at a table of this size, in its own unit, from one edge or the other. */
export function lookAt(
  table: { size: readonly [number, number]; unit: "inch" | "cm"; factor?: number },
  turned: boolean,
): void {
  const inches = (table.factor ?? 1) / (table.unit === "cm" ? CM : 1); // in a thousand thousandths
  Object.assign(eye, { scale: (INCH * inches) / 1000, turned, wide: table.size[0] });
}

/** So many inches in thousandths of this table. */
export const inches = (n: number): number => Math.round((n * INCH) / eye.scale);

/** A way on the screen as a way on the table, for keys: right and up are the looker's. */
export const asSeen = ([x, y]: Point): Point => (eye.turned ? [-x, -y] : [x, y]);

/** A facing as it is drawn. */
export const seenFace = (face: number): number => face + (eye.turned ? FULL / 2 : 0);

export interface XY {
  x: number;
  y: number;
}

/** From the wire's thousandths to drawing units. */
export const len = (thousandths: number): number => thousandths * eye.scale;

/** A point of the table where it is drawn; `depth` is the table's depth on the wire. */
export const draw = (at: readonly [number, number], depth: number): XY =>
  eye.turned
    ? { x: (eye.wide - at[0]) * eye.scale, y: at[1] * eye.scale }
    : { x: at[0] * eye.scale, y: (depth - at[1]) * eye.scale };

/** Where on the table something is drawn: whole thousandths. */
export const undraw = (at: XY, depth: number): Point =>
  eye.turned
    ? [Math.round(eye.wide - at.x / eye.scale), Math.round(at.y / eye.scale)]
    : [Math.round(at.x / eye.scale), Math.round(depth - at.y / eye.scale)];

export const degrees = (face: number): number => seenFace(face) / 100;

/** A facing within a full turn. */
export const turned = (face: number): number => ((Math.round(face) % FULL) + FULL) % FULL;

/** The facing from one point of the table to another. */
export function facing(from: readonly [number, number], to: readonly [number, number]): number {
  return turned((Math.atan2(to[0] - from[0], to[1] - from[1]) * 18000) / Math.PI);
}

/** So far from a point in the direction of a facing. */
export function ahead(from: readonly [number, number], face: number, far: number): Point {
  const angle = (face * Math.PI) / 18000;
  return [Math.round(from[0] + far * Math.sin(angle)), Math.round(from[1] + far * Math.cos(angle))];
}

/** A point turned about another, clockwise by hundredths of a degree. */
export function swung(at: readonly [number, number], about: readonly [number, number], by: number): Point {
  const [sin, cos] = [Math.sin((by * Math.PI) / 18000), Math.cos((by * Math.PI) / 18000)];
  const [x, y] = [at[0] - about[0], at[1] - about[1]];
  return [Math.round(about[0] + x * cos + y * sin), Math.round(about[1] + y * cos - x * sin)];
}

export const distance = (a: readonly [number, number], b: readonly [number, number]): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1]);

export const same = (a: readonly [number, number], b: readonly [number, number]): boolean => a[0] === b[0] && a[1] === b[1];

/** Never beyond the table's edges. */
export const within = (at: Point, size: readonly [number, number]): Point => [
  Math.min(size[0], Math.max(0, at[0])),
  Math.min(size[1], Math.max(0, at[1])),
];

/** In what people measure at a table: `factor` of these are a thousand thousandths. */
export interface Scale {
  unit: "inch" | "cm";
  factor?: number;
}

/** A length in words: 7.5″ or 19 cm. */
export const far = (thousandths: number, scale: Scale): string => `${measured(thousandths, scale)}${mark(scale)}`;

/** From a least to a largest length: 12 to 24 cm. */
export const between = (least: number, most: number, scale: Scale): string =>
  `${measured(least, scale)} to ${far(most, scale)}`;

const measured = (thousandths: number, { factor = 1 }: Scale): number => Math.round((thousandths * factor) / 100) / 10;
const mark = ({ unit }: Scale): string => (unit === "cm" ? " cm" : "″");

export function path(outline: Readonly<Outline>, depth: number, close = true): string {
  const points = outline.map((at) => draw(at, depth));
  return points.map((p, i) => `${i ? "L" : "M"}${round(p.x)} ${round(p.y)}`).join("") + (close ? "Z" : "");
}

const round = (n: number): number => Math.round(n * 100) / 100;

export function middle(points: ReadonlyArray<readonly [number, number]>): Point {
  if (!points.length) return [0, 0];
  const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  return [Math.round(x), Math.round(y)];
}

/** Is a point inside an outline? */
export function inside(at: XY, outline: readonly XY[]): boolean {
  let odd = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[i]!;
    const b = outline[j]!;
    if (a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  }
  return odd;
}

/** Where on a path something is after a share of its length, and which way it goes there. */
export function along(points: ReadonlyArray<readonly [number, number]>, share: number): { at: Point; face: number | null } {
  const first = points[0] ?? ([0, 0] as const);
  const lengths = points.slice(1).map((p, i) => distance(points[i]!, p));
  let left = lengths.reduce((sum, n) => sum + n, 0) * Math.min(1, Math.max(0, share));
  for (const [i, length] of lengths.entries()) {
    const a = points[i]!;
    const b = points[i + 1]!;
    if (left <= length && length > 0) {
      const part = left / length;
      return { at: [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part], face: facing(a, b) };
    }
    left -= length;
  }
  const last = points[points.length - 1] ?? first;
  return { at: [last[0], last[1]], face: null };
}

export const pathLength = (points: ReadonlyArray<readonly [number, number]>): number =>
  points.slice(1).reduce((sum, p, i) => sum + distance(points[i]!, p), 0);

/** The way from one facing to another, the short way round: −180.00 to 180.00 degrees. */
export function swing(from: number, to: number): number {
  const by = turned(to - from);
  return by > FULL / 2 ? by - FULL : by;
}

/** A sector of a ring round the origin, as an SVG path; `arc` is half its angle in hundredths of a degree. */
export function sector(radius: number, centre: number, arc: number): string {
  if (arc >= FULL / 2) return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`;
  const a = ((centre - arc) * Math.PI) / 18000;
  const b = ((centre + arc) * Math.PI) / 18000;
  const at = (angle: number): string => `${round(radius * Math.sin(angle))} ${round(-radius * Math.cos(angle))}`;
  return `M0 0L${at(a)}A${radius} ${radius} 0 ${arc > FULL / 4 ? 1 : 0} 1 ${at(b)}Z`;
}

/** A shape to be put down, drawn round the origin with its front upwards. */
export function outlineOf(shape: Shape): string {
  const [first = 500, second = first] = shape.size ?? [];
  const a = len(first);
  const b = len(second);
  if (shape.kind === "box") return `M${-b / 2} ${-a / 2}h${b}v${a}h${-b}Z`;
  if (shape.kind === "flame" || shape.kind === "cone") return `M0 0L${-b / 2} ${-a}H${b / 2}Z`;
  return sector(a, 0, FULL);
}

/** The corners of a box that lies there with its front that way. */
export function cornersOf(at: Point, face: number, size: readonly number[]): Point[] {
  const [long = 500, wide = long] = size;
  const front = ahead(at, face, long / 2);
  const back = ahead(at, face, -long / 2);
  return [
    ahead(front, face + FULL / 4, wide / 2),
    ahead(back, face + FULL / 4, wide / 2),
    ahead(back, face - FULL / 4, wide / 2),
    ahead(front, face - FULL / 4, wide / 2),
  ];
}

/** The smallest convex outline round some points, anticlockwise. */
export function hull(points: ReadonlyArray<readonly [number, number]>): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (some: typeof sorted): Point[] => {
    const found: Point[] = [];
    for (const [x, y] of some) {
      while (found.length > 1 && isRight(found[found.length - 2]!, found[found.length - 1]!, [x, y])) found.pop();
      found.push([x, y]);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const isRight = (a: Point, b: Point, c: Point): boolean => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0;

/** How far something is drawn from its middle at most. */
export function reach(size: readonly number[]): number {
  const [first = 500, second] = size;
  return second === undefined ? first : Math.hypot(first, second) / 2;
}

/** Numbers that look like chance but are always the same for the same name: for trees, stones, waves. */
export function scatter(name: string): () => number {
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619);
  return () => {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822519);
    seed = Math.imul(seed ^ (seed >>> 13), 3266489917);
    seed ^= seed >>> 16;
    return (seed >>> 0) / 4294967296;
  };
}
