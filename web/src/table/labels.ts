/**
 * Where names stand on the table: near what they name, on no other name, on no figure, inside the table. Everything here is in
 * screen pixels, and pure. Plates of a draft choose first, units in hand, then other units, markers, rings, zones, ground.
 */

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type Kind = "plate" | "unit" | "marker" | "ring" | "zone" | "ground";

export interface Wanted {
  id: string;
  text: string;
  /** What is said where there is no room for more; "": nothing. */
  short?: string;
  kind: Kind;
  side: number;
  /** Lower ranks choose first. */
  rank: number;
  /** What it names. */
  about: Box;
  /** It would rather stand in the middle of its thing. */
  inside?: boolean;
  /** The only places where it may stand, the best first: a name rides on its ring. */
  spots?: readonly { x: number; y: number }[];
  /** Words that stand behind it. */
  tokens?: readonly string[];
  /** They watch, and may answer: an eye says so. */
  watches?: boolean;
  /** What a plate is about, for its colour. */
  tone?: string;
}

export interface Placed extends Wanted {
  said: string;
  box: Box;
  /** From which side of its thing it was placed; kept if nothing speaks against it. */
  way: number;
  /** So far from its thing that a line should lead there. */
  far: boolean;
}

/** How wide a text is, in pixels. */
export type Measure = (text: string, kind: Kind) => number;

const HIGH: Record<Kind, number> = { plate: 20, unit: 19, marker: 15, ring: 18, zone: 14, ground: 15 };
const LETTER: Record<Kind, number> = { plate: 6.9, unit: 6.9, marker: 6.6, ring: 6.9, zone: 6.6, ground: 9.4 };
const PLATE = 16; // a unit's bar and margins
const SIGN = 7; // a side's sign before a number that stands for a name
export const EYE = 17; // pixels for the eye of those who watch
const PLATED: readonly Kind[] = ["unit", "plate", "ring"];
const FAR = [5, 20, 40];
const ANOTHER_WAY = 15;
const CROSSES = 8;
const ELSEWHERE = 24; // the name of a piece on another piece would be read as that one's
const TOUCH = 1; // pixels that are kept free

/** Without a browser's own measure. */
export const guessed: Measure = (text, kind) => text.length * LETTER[kind];

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const within = (a: Box, frame: Box): boolean =>
  a.left >= frame.left && a.right <= frame.right && a.top >= frame.top && a.bottom <= frame.bottom;

/** The room a label takes. */
export function sizeOf(
  label: Pick<Wanted, "tokens" | "kind" | "watches" | "short">,
  said: string,
  measure: Measure,
): [number, number] {
  const isShort = label.kind === "unit" && said === label.short; // only its sign and its number
  const words = isShort ? said : [said, ...(label.tokens ?? [])].join("  ");
  const room = PLATED.includes(label.kind) ? PLATE + (isShort ? SIGN : 0) : 4;
  return [measure(words, label.kind) + room + (label.watches ? EYE : 0), HIGH[label.kind]];
}

interface Try {
  box: Box;
  way: number;
  cost: number;
}

/** The places round a thing, nearest first: below, above, beside, at the corners, along its edges. */
function* tries({ about, inside, kind, spots }: Wanted, wide: number, high: number): Generator<Try> {
  const at = (x: number, y: number, way: number, cost: number): Try => ({
    box: { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 },
    way,
    cost,
  });
  if (spots) {
    for (const [n, spot] of spots.entries()) yield at(spot.x, spot.y, n, n / spots.length);
    return;
  }
  const [x, y] = [(about.left + about.right) / 2, (about.top + about.bottom) / 2];
  if (kind === "zone") {
    for (const [n, left] of [about.left + wide / 2 + 6, about.right - wide / 2 - 6, x].entries()) {
      yield at(left, about.top + high / 2 + 5, n, n);
      yield at(left, about.bottom - high / 2 - 5, n + 3, n);
    }
    return;
  }
  if (inside) yield at(x, y, 9, 0);
  for (const far of FAR) {
    const [left, right] = [about.left - far - wide / 2, about.right + far + wide / 2];
    const [top, bottom] = [about.top - far - high / 2, about.bottom + far + high / 2];
    const places = [
      [x, bottom],
      [x, top],
      [right, y],
      [left, y],
      [right, bottom],
      [left, bottom],
      [right, top],
      [left, top],
      [x - wide * 0.35, bottom],
      [x + wide * 0.35, bottom],
      [x - wide * 0.35, top],
      [x + wide * 0.35, top],
    ] as const;
    for (const [way, [px, py]] of places.entries()) yield at(px, py, way, far + way * 0.6);
  }
}

/** Does the line from a label to its thing cross a figure? */
function crosses(box: Box, about: Box, figures: readonly Box[]): boolean {
  const a = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const b = { x: (about.left + about.right) / 2, y: (about.top + about.bottom) / 2 };
  return figures.some((one) => {
    if (
      one.left >= about.left - 1 &&
      one.right <= about.right + 1 &&
      one.top >= about.top - 1 &&
      one.bottom <= about.bottom + 1
    )
      return false; // one of its own
    for (const t of [0.25, 0.5, 0.75]) {
      const [x, y] = [a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t];
      if (x > one.left && x < one.right && y > one.top && y < one.bottom) return true;
    }
    return false;
  });
}

export interface Ground {
  figures: readonly Box[];
  frame: Box;
  measure?: Measure;
  /** Which way each stood before: names do not jump about. */
  before?: ReadonlyMap<string, number>;
}

/** Everybody in turn takes the best place that is free; who finds none is said shorter, or not at all. */
export function placed(wanted: readonly Wanted[], { figures, frame, measure = guessed, before }: Ground): Placed[] {
  const found: Placed[] = [];
  const pieces = wanted.filter((one) => one.kind === "ground").map((one) => one.about);
  for (const label of [...wanted].sort((a, b) => a.rank - b.rank)) {
    for (const said of [label.text, label.short ?? ""]) {
      if (!said) continue;
      const [wide, high] = sizeOf(label, said, measure);
      const best = bestOf(label, [wide, high], { figures, frame, pieces, ...(before && { before }) }, found);
      if (!best) continue;
      found.push({ ...label, said, box: best.box, way: best.way, far: best.cost >= FAR[1]! });
      break;
    }
  }
  return found;
}

/** Does a piece's name lie on another piece? */
const elsewhere = (label: Wanted, box: Box, pieces: readonly Box[]): boolean =>
  label.kind === "ground" && pieces.some((one) => one !== label.about && overlap(box, one) > 0);

function bestOf(
  label: Wanted,
  [wide, high]: readonly [number, number],
  ground: Ground & { pieces: readonly Box[] },
  taken: readonly Placed[],
): Try | null {
  const { figures, frame, before, pieces } = ground;
  let best: (Try & { score: number }) | null = null;
  const kept = before?.get(label.id);
  for (const one of tries(label, wide, high)) {
    const room = {
      left: one.box.left - TOUCH,
      right: one.box.right + TOUCH,
      top: one.box.top - TOUCH,
      bottom: one.box.bottom + TOUCH,
    };
    if (!within(one.box, frame) || taken.some((other) => overlap(room, other.box) > 0)) continue;
    if (figures.some((figure) => overlap(one.box, figure) > 0)) continue;
    const score =
      one.cost +
      (kept !== undefined && kept !== one.way ? ANOTHER_WAY : 0) +
      (elsewhere(label, one.box, pieces) ? ELSEWHERE : 0) +
      (one.cost >= FAR[1]! && crosses(one.box, label.about, figures) ? CROSSES : 0);
    if (!best || score < best.score) best = { ...one, score };
  }
  return best;
}
