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

const STEP = 1500; // hundredths of a degree between the places where its name may ride

/** Where on a ring its name may ride, straight ahead first and then ever farther round, inside its arc. */
export function placesOn(ring: { at: XY; radius: number; centre: number; arc: number }): XY[] {
  const steps = Math.floor(Math.min(ring.arc, 18000) / STEP);
  const turns = [0, ...Array.from({ length: steps }, (_, i) => [i + 1, -i - 1]).flat()];
  return turns.map((n) => {
    const angle = ((ring.centre + n * STEP) * Math.PI) / 18000;
    return { x: ring.at.x + ring.radius * Math.sin(angle), y: ring.at.y - ring.radius * Math.cos(angle) };
  });
}
