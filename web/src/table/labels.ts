/** Where names stand on the table: beside what they name, and never on one another. Those that find no room are left out. */

export interface Spot {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  /** How the text hangs at its point. */
  base: "hanging" | "middle" | "text-after-edge";
}

export interface Wanted {
  id: string;
  text: string;
  kind: "unit" | "ground" | "zone" | "marker";
  side: number;
  /** Lower ranks choose first. */
  rank: number;
  /** Where it may stand, the best place first. */
  spots: readonly Spot[];
  /** Words that stand behind it. */
  tokens?: readonly string[];
}

export interface Placed extends Wanted {
  at: Spot;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LETTER = 6.3; // pixels a letter, at most
const LINE = 14;

const apart = (a: Box, b: Box): boolean => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

/** The room that a name takes at a spot, in drawing units. */
export function boxOf(label: Pick<Wanted, "text" | "tokens">, at: Spot, zoom: number): Box {
  const letters = [label.text, ...(label.tokens ?? [])].join("  ").length;
  const wide = (letters * LETTER) / zoom;
  const high = LINE / zoom;
  const left = at.x - (at.anchor === "middle" ? wide / 2 : at.anchor === "end" ? wide : 0);
  const top = at.y - (at.base === "middle" ? high / 2 : at.base === "hanging" ? 0 : high);
  return { left, right: left + wide, top, bottom: top + high };
}

/** Everybody in turn takes the best spot that is free; `kept`: what names of the ground must not cover. */
export function placed(wanted: readonly Wanted[], zoom: number, kept: readonly Box[] = []): Placed[] {
  const taken: Box[] = [];
  const found: Placed[] = [];
  for (const label of [...wanted].sort((a, b) => a.rank - b.rank)) {
    const avoid = label.kind === "unit" ? taken : [...taken, ...kept];
    const at = label.spots.find((spot) => avoid.every((other) => apart(boxOf(label, spot, zoom), other)));
    if (!at) continue;
    taken.push(boxOf(label, at, zoom));
    found.push({ ...label, at });
  }
  return found;
}
