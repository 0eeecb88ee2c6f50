/** The cloth, the ground on it, zones and markers. Outlines are exact: what is drawn is what the rules measure. */

import { memo } from "react";
import { draw, INCH, inside, len, path, scatter, type XY } from "../geometry";
import { sideNumber } from "../show";
import type { Marker, Ground as Piece, Show, Zone } from "../wire";

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
  | "rough";

/** How the kinds of terrain look; water is told by its depth. */
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
  ford: "shallows",
  shallows: "shallows",
  lake: "water",
  water: "water",
};

/** How a kind of ground looks; what nobody has heard of is rough ground. */
export const lookOf = (kind: string): Look => LOOKS[kind] ?? "rough";

export function Patterns() {
  return (
    <defs>
      <pattern id="cloth" width="48" height="48" patternUnits="userSpaceOnUse" patternTransform="rotate(32)">
        <rect width="48" height="48" className="cloth-a" />
        <path d="M0 12H48" className="cloth-b" />
        <path d="M0 36H48" className="cloth-c" />
      </pattern>
      <pattern id="waves" width="90" height="44" patternUnits="userSpaceOnUse">
        <path d="M0 14q11 -10 22 0t22 0t22 0t24 0M-10 36q11 -10 22 0t22 0t22 0t22 0t22 0" className="wave" />
      </pattern>
      <pattern id="tiles" width="34" height="34" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V34" className="tile" />
      </pattern>
      <pattern id="stones" width="76" height="66" patternUnits="userSpaceOnUse">
        <path
          d="M8 14l14 -6 9 9 -8 11 -14 -2ZM46 8l12 4 2 11 -13 4 -8 -9ZM24 44l15 -6 10 9 -8 11 -15 -2ZM64 44l8 -3 6 9 -9 7 -7 -5Z"
          className="stone"
        />
      </pattern>
      <pattern id="tufts" width="84" height="72" patternUnits="userSpaceOnUse">
        <path d="M14 24l-4 -12M17 24v-14M20 24l5 -12M56 58l-4 -12M59 58v-14M62 58l5 -12" className="tuft" />
      </pattern>
      <radialGradient id="vignette" cx="50%" cy="50%" r="75%">
        <stop offset="55%" className="vignette-in" />
        <stop offset="100%" className="vignette-out" />
      </radialGradient>
    </defs>
  );
}

/** Points inside an outline about as far from each other as asked, the same ones every time. */
function sown(name: string, outline: readonly XY[], gap: number): { at: XY; size: number }[] {
  const chance = scatter(name);
  const xs = outline.map((p) => p.x);
  const ys = outline.map((p) => p.y);
  const found: { at: XY; size: number }[] = [];
  for (let y = Math.min(...ys) + gap / 2; y < Math.max(...ys); y += gap) {
    for (let x = Math.min(...xs) + gap / 2; x < Math.max(...xs); x += gap) {
      const at = { x: x + (chance() - 0.5) * gap * 0.8, y: y + (chance() - 0.5) * gap * 0.8 };
      const size = 0.65 + chance() * 0.6;
      if (inside(at, outline)) found.push({ at, size });
    }
  }
  return found.slice(0, 400);
}

function Dressing({ piece, look, outline }: { piece: Piece; look: Look; outline: XY[] }) {
  if (look === "wood" || look === "hedge") {
    const gap = look === "wood" ? INCH * 1.05 : INCH * 0.5;
    return (
      <>
        {sown(piece.id, outline, gap).map(({ at, size }, i) => (
          <g key={i} transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) scale(${(size * gap * 0.42).toFixed(1)})`}>
            <circle r="1" className="crown" />
            <circle r=".62" cx="-.22" cy="-.25" className="crown-light" />
          </g>
        ))}
      </>
    );
  }
  if (look === "hill") {
    const mean = (of: (p: XY) => number): number => outline.reduce((sum, p) => sum + of(p), 0) / (outline.length || 1);
    const at = { x: mean((p) => p.x), y: mean((p) => p.y) };
    return (
      <>
        {[0.72, 0.42].map((share) => (
          <path
            key={share}
            className="contour"
            d={
              outline.map((p, i) => `${i ? "L" : "M"}${at.x + (p.x - at.x) * share} ${at.y + (p.y - at.y) * share}`).join("") +
              "Z"
            }
          />
        ))}
      </>
    );
  }
  return null;
}

const FILLS: Partial<Record<Look, string>> = {
  water: "url(#waves)",
  shallows: "url(#waves)",
  building: "url(#tiles)",
  rubble: "url(#stones)",
  rock: "url(#stones)",
  wall: "url(#stones)",
  rough: "url(#tufts)",
};

function PieceOf({ piece, depth }: { piece: Piece; depth: number }) {
  const look = lookOf(piece.kind);
  const outline = piece.outline.map((at) => draw(at, depth));
  const d = path(piece.outline, depth);
  return (
    <g className={`ground ground-${look}`} data-ground={piece.id}>
      <path d={d} className="ground-fill" />
      {FILLS[look] && <path d={d} fill={FILLS[look]} className="ground-pattern" />}
      <Dressing piece={piece} look={look} outline={outline} />
      <path d={d} className="ground-edge" />
      {(piece.openings ?? []).map((gap, i) => (
        <path key={i} d={path([gap.start, gap.stop], depth, false)} className={`ground-gap ${gap.open ? "open" : ""}`} />
      ))}
    </g>
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
  return (
    <g className={`marker ${marker.kind ?? ""} ${marker.faint ? "faint" : ""} ${side < 7 ? `s${side}` : ""}`}>
      {marker.outline?.length ? (
        <path d={path(marker.outline, depth)} />
      ) : (
        <circle cx={at.x} cy={at.y} r={len(marker.radius || 250)} />
      )}
    </g>
  );
}

/** Every six inches, or every ten centimetres. */
function Grid({ wide, deep, unit }: { wide: number; deep: number; unit: Show["unit"] }) {
  const lines: string[] = [];
  const step = unit === "cm" ? (10 * INCH) / 2.54 : 6 * INCH;
  for (let x = step; x < wide - 1; x += step) lines.push(`M${x} 0V${deep}`);
  for (let y = step; y < deep - 1; y += step) lines.push(`M0 ${y}H${wide}`);
  return <path className="table-grid" d={lines.join("")} />;
}

/** Everything that lies still. */
export const GroundLayer = memo(function GroundLayer({
  show,
}: {
  show: Pick<Show, "size" | "unit" | "ground" | "zones" | "markers" | "measures" | "parties">;
}) {
  const depth = show.size[1];
  const wide = len(show.size[0]);
  const deep = len(depth);
  const side = (name: string): number => {
    const first = show.parties.findIndex((party) => name.startsWith(party.id) || name.startsWith(party.name));
    return first < 0 ? 7 : first;
  };
  return (
    <g className="ground-layer" aria-hidden="true">
      <rect x={-34} y={-34} width={wide + 68} height={deep + 68} rx="40" className="table-frame" />
      <rect width={wide} height={deep} className="cloth" />
      <rect width={wide} height={deep} fill="url(#cloth)" />
      {show.measures && <Grid wide={wide} deep={deep} unit={show.unit} />}
      {(show.ground ?? []).map((piece) => (
        <PieceOf key={piece.id} piece={piece} depth={depth} />
      ))}
      {(show.zones ?? []).map((zone) => (
        <ZoneOf key={zone.name} zone={zone} depth={depth} side={side(zone.name)} />
      ))}
      <rect width={wide} height={deep} fill="url(#vignette)" className="vignette" />
      {(show.markers ?? []).map((marker) => (
        <MarkerOf key={marker.id} marker={marker} depth={depth} side={marker.side ? sideNumber(show, marker.side) : 7} />
      ))}
    </g>
  );
});
