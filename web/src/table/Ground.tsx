/** What lies over the baked ground: outlines as the rules measure them, zones, markers, and on demand what the ground does. */

import { memo } from "react";
import { draw, len, path } from "../geometry";
import { sideNumber } from "../show";
import type { Marker, Terrain as Piece, Show, Zone } from "../wire";
import type { Sight } from "./drawn/drawings";
import { Smoke } from "./Smoke";

const NONE: readonly Marker[] = [];

export type Look =
  | "wood"
  | "hedge"
  | "water"
  | "shallows"
  | "hill"
  | "building"
  | "wall"
  | "rubble"
  | "rock"
  | "crater"
  | "road"
  | "rough";

/** What the kinds of terrain are, in a word. */
const LOOKS: Record<string, Look> = {
  "sparse-wood": "wood",
  "dense-wood": "wood",
  hedge: "hedge",
  sandbags: "wall",
  "low-wall": "wall",
  "high-wall": "wall",
  barricade: "wall",
  building: "building",
  generator: "building",
  boulder: "rock",
  hill: "hill",
  rubble: "rubble",
  wreck: "rubble",
  crater: "crater",
  road: "road",
  ford: "shallows",
  shallows: "shallows",
  lake: "water",
  water: "water",
};

/** What a kind of ground is; what nobody has heard of is rough ground. */
export const lookOf = (kind: string): Look => LOOKS[kind] ?? "rough";

/** What the ground means to whoever goes there: barred, slow, cover, or nothing much. */
export type Sense = "barred" | "slow" | "cover" | "free";

/** The worst of it comes first. */
export function senseOf({ going = 0, cover = 0 }: Pick<Piece, "going" | "cover">): Sense {
  if (going >= 3) return "barred";
  if (going === 2) return "slow";
  return cover ? "cover" : going ? "slow" : "free";
}

/** Colours that figures and markers are filled with. */
export function Patterns() {
  return (
    <defs>
      <radialGradient id="base-disc" cx=".36" cy=".3" r=".85">
        <stop offset="0" stopColor="#57523f" />
        <stop offset="1" stopColor="#1d1c16" />
      </radialGradient>
      <radialGradient id="scorch-mark">
        <stop offset="0" stopColor="#15110b" stopOpacity=".85" />
        <stop offset=".55" stopColor="#1d1810" stopOpacity=".5" />
        <stop offset="1" stopColor="#1d1810" stopOpacity="0" />
      </radialGradient>
    </defs>
  );
}

function ZoneOf({ zone, depth, side }: { zone: Zone; depth: number; side: number }) {
  return (
    <g className={`zone ${side < 7 ? `s${side}` : ""}`}>
      <path d={path(zone.outline, depth)} />
    </g>
  );
}

function MarkerOf({ marker, depth, side }: { marker: Marker; depth: number; side: number }) {
  const at = draw(marker.at, depth);
  const r = len(marker.radius || 250);
  return (
    <g className={`marker ${marker.kind ?? ""} ${marker.faint ? "faint" : ""} ${side < 7 ? `s${side}` : ""}`}>
      {marker.outline?.length ? (
        <path d={path(marker.outline, depth)} />
      ) : (
        <circle className="marker-rim" cx={at.x} cy={at.y} r={r} />
      )}
    </g>
  );
}

/** What the ground does: every piece tinted by what it means, with a line about it. */
export function GroundView({ show }: { show: Pick<Show, "size" | "ground"> }) {
  const depth = show.size[1];
  return (
    <g className="ground-view">
      {(show.ground ?? []).map((piece) => {
        const points = piece.outline.map((at) => draw(at, depth));
        const x = (Math.min(...points.map((p) => p.x)) + Math.max(...points.map((p) => p.x))) / 2;
        const y = (Math.min(...points.map((p) => p.y)) + Math.max(...points.map((p) => p.y))) / 2;
        return (
          <g key={piece.id} className={`sense-${senseOf(piece)}`}>
            <path d={path(piece.outline, depth)} />
            <text className="overlay-name" x={x} y={y} textAnchor="middle" dy="-.3em">
              {piece.name}
            </text>
            <text className="overlay-name small" x={x} y={y} textAnchor="middle" dy=".9em">
              {piece.text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Everything that lies still and is not part of the picture. */
export const GroundLayer = memo(function GroundLayer({
  show,
  sight,
}: {
  show: Pick<Show, "size" | "ground" | "zones" | "markers" | "parties">;
  sight: Sight;
}) {
  const depth = show.size[1];
  const side = (id = ""): number => (id ? sideNumber(show, id) : 7);
  return (
    <g className="ground-layer" aria-hidden="true">
      {(show.ground ?? []).map((piece) => (
        <path key={piece.id} className="ground" data-ground={piece.id} d={path(piece.outline, depth)} />
      ))}
      {(show.zones ?? []).map((zone) => (
        <ZoneOf key={`${zone.side} ${zone.name}`} zone={zone} depth={depth} side={side(zone.side)} />
      ))}
      <Smoke markers={show.markers ?? NONE} sight={sight} />
      {(show.markers ?? []).map((marker) => (
        <MarkerOf key={marker.id} marker={marker} depth={depth} side={side(marker.side)} />
      ))}
    </g>
  );
});
