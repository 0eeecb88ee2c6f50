/** Who must be seen: round figures the crowns of trees fade, and roofs lift from those who are inside. Pure. */

import { draw, inside, len, reach, type XY } from "../../geometry";
import type { Shown, Terrain } from "../../wire";

export interface Clearing extends XY {
  r: number;
}

const ROUND = 105; // how far crowns fade beyond a base, in drawing units

interface Look {
  depth: number;
  figures: readonly Pick<Shown, "at" | "size" | "within">[];
}

/** Where crowns must fade over this piece. */
export function clearings(piece: Pick<Terrain, "outline">, { depth, figures }: Look): Clearing[] {
  const outline = piece.outline.map((at) => draw(at, depth));
  const [left, right] = [Math.min(...outline.map((p) => p.x)), Math.max(...outline.map((p) => p.x))];
  const [top, bottom] = [Math.min(...outline.map((p) => p.y)), Math.max(...outline.map((p) => p.y))];
  return figures
    .filter((one) => !one.within)
    .map((one) => ({ ...draw(one.at, depth), r: Math.min(len(reach(one.size)), 180) + ROUND }))
    .filter(({ x, y, r }) => x > left - r && x < right + r && y > top - r && y < bottom + r);
}

/** Is somebody in there? */
export function isInside(piece: Pick<Terrain, "outline">, { depth, figures }: Look): boolean {
  const outline = piece.outline.map((at) => draw(at, depth));
  return figures.some((one) => !one.within && inside(draw(one.at, depth), outline));
}
