/** Smoke and clouds that drift over the table, by the same recipes as everything that lies on it. */

import { memo, useEffect, useMemo, useState } from "react";
import type { Drawn, Marker, Point, Terrain } from "../wire";
import { drawnPieces, needed, type Sight } from "./drawn/drawings";

const SMALLEST = 250; // thousandths
const CORNERS = 20; // of a round cloud
const NAMES: Readonly<Record<string, string>> = { smoke: "smoke", cloud: "poison cloud" };

/** A cloud as a piece to be drawn; null for a marker that is none. */
export function cloudOf(marker: Marker): Terrain | null {
  const name = NAMES[marker.kind ?? ""];
  if (!name || marker.outline?.length) return null;
  const [x, y] = marker.at;
  const { radius = SMALLEST } = marker;
  const outline = Array.from({ length: CORNERS }, (_, n): Point => {
    const turn = (2 * Math.PI * n) / CORNERS;
    return [Math.round(x + radius * Math.sin(turn)), Math.round(y + radius * Math.cos(turn))];
  });
  return { id: marker.id, kind: "smoke", name, outline, text: "" } as Terrain;
}

export const Smoke = memo(function Smoke({ markers, sight }: { markers: readonly Marker[]; sight: Sight }) {
  const clouds = useMemo(() => markers.flatMap((one) => cloudOf(one) ?? []), [markers]);
  const [drawn, setDrawn] = useState<ReadonlyMap<string, Drawn>>(new Map());
  useEffect(() => {
    let current = true;
    if (clouds.length)
      drawnPieces(sight, clouds)
        .then((found) => current && setDrawn(found))
        .catch(() => undefined); // their rims are drawn
    return () => {
      current = false;
    };
  }, [clouds, sight]);
  return (
    <g className="smoke">
      {clouds.map(({ id }) => {
        const over = drawn.get(id)?.over ?? "";
        // our own server's drawing, made of numbers and colours alone
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it comes as markup
        return over ? <g key={id} dangerouslySetInnerHTML={{ __html: needed(over) + over }} /> : null;
      })}
    </g>
  );
});
