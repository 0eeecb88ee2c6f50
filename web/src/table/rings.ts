/** The range rings of a figure's weapons. */

import { reach, type XY } from "../geometry";
import type { Arm, Show, Shown } from "../wire";

export interface Ring {
  reach: number;
  /** How far from the middle of the figure it is drawn. */
  radius: number;
  centre: number;
  arc: number;
  far: boolean;
  names: string[];
}

/** Where a range ends, from the middle of the figure: rulers are laid at the rim of its base, or at its centre. */
export const radiusOf = (arm: Pick<Arm, "measured">, size: readonly number[], range: number): number =>
  arm.measured === "centre" ? range : reach(size) + range;

/** The rings of a figure's weapons; those that lie on each other are one ring with several names. */
export function ringsOf(show: Pick<Show, "models">, shown: Shown): Ring[] {
  const arms = (show.models[shown.model]?.arms ?? []).filter((arm) => arm.bands?.length);
  const found: Ring[] = [];
  for (const arm of arms) {
    for (const [i, band] of (arm.bands ?? []).entries()) {
      const centre = arm.centre ?? 0;
      const arc = arm.arc ?? 18000;
      const radius = radiusOf(arm, shown.size, band.reach);
      const name = arms.length > 1 ? `${arm.name} ${band.name}` : band.name;
      const same = found.find((ring) => ring.radius === radius && ring.centre === centre && ring.arc === arc);
      if (!same) found.push({ reach: band.reach, radius, centre, arc, far: i > 0, names: [name] });
      else if (!same.names.includes(name)) same.names.push(name);
    }
  }
  return found;
}

const STEP = 1500; // hundredths of a degree between the places that are tried
const ENOUGH = 110; // drawing units: nobody is nearer than this to a name

/** The angle of a ring at which its name is farthest from everybody, the nearest to straight ahead of those with room; inside
 * its arc, and inside the table where any of it is. */
export function freeAngle(
  ring: { at: XY; radius: number; centre: number; arc: number },
  figures: readonly XY[],
  table: { wide: number; deep: number },
): number {
  const steps = Math.floor(Math.min(ring.arc, 18000) / STEP);
  let best = { angle: ring.centre, room: -1 };
  for (const n of [0, ...Array.from({ length: steps }, (_, i) => [i + 1, -i - 1]).flat()]) {
    const angle = ring.centre + n * STEP;
    const turn = (angle * Math.PI) / 18000;
    const at = { x: ring.at.x + ring.radius * Math.sin(turn), y: ring.at.y - ring.radius * Math.cos(turn) };
    if (at.x < 0 || at.y < 0 || at.x > table.wide || at.y > table.deep) continue;
    const room = Math.min(ENOUGH, ...figures.map((one) => Math.hypot(one.x - at.x, one.y - at.y)));
    if (room > best.room) best = { angle, room };
  }
  return best.angle;
}
