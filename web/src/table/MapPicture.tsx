/** The table of a ready battle in small, as the server draws it: its map, the zones, and both forces in them. */

import type { CSSProperties } from "react";
import type { ScenarioCard } from "../wire";

export interface MapPictureProps {
  /** The rulebook, and the battle of it. */
  system: string;
  scenario: Pick<ScenarioCard, "name" | "title" | "size">;
  /** A random map by its number, in the place of its own. */
  number?: number | null;
  className?: string;
}

/** Where the picture of a ready battle is. */
export const mapAddress = (system: string, scenario: string, number: number | null = null): string =>
  `/api/systems/${encodeURIComponent(system)}/scenarios/${encodeURIComponent(scenario)}/map${number === null ? "" : `?number=${number}`}`;

export function MapPicture({ system, scenario, number = null, className = "" }: MapPictureProps) {
  const [wide, deep] = scenario.size;
  const address = mapAddress(system, scenario.name, number);
  return (
    <span className={`map-picture ${className}`} style={{ "--map": `url("${address}")` } as CSSProperties}>
      <img
        key={address} // the map before is not shown for this one
        src={address}
        width={320}
        height={Math.round((320 * deep) / wide)}
        alt={`The table of ${scenario.title}`}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
    </span>
  );
}
