/** One figure from above: its base to scale with the rim of its side, its body turned as it looks, number and state. */

import { type CSSProperties, memo, type ReactNode } from "react";
import { degrees, draw, len } from "../geometry";
import type { Role, Shown } from "../wire";
import { badge, Glyph } from "./Symbols";
import { signsOf } from "./status";

export interface Look {
  role: Role;
  side: number;
  depth: number;
  /** Words for the style sheet: selected, glow, pick, aimed, grip, ghost, gone, afraid … */
  state: string;
  label: string;
  focusable: boolean;
  current?: boolean;
  /** The name of its body among the definitions; "": none yet. */
  body?: string;
  /** Its number in its unit. */
  number?: string;
  /** It is a leader, or carries one. */
  leads?: boolean;
  /** How far its next neighbour is, in drawing units: from afar there is no room for its number. */
  gap?: number;
  /** How many are inside. */
  inside?: number;
}

/** The base: a disc of a radius, or a box of length and width. */
export function Base({ size, className, by = 0 }: { size: readonly number[]; className: string; by?: number }) {
  const [first = 500, second] = size;
  if (second === undefined) return <circle r={Math.max(1, len(first) + by)} className={className} />;
  const long = len(first) + 2 * by;
  const wide = len(second) + 2 * by;
  return <rect x={-wide / 2} y={-long / 2} width={wide} height={long} rx={Math.min(long, wide) * 0.12} className={className} />;
}

/** A nib in front of the base: which way it looks. */
function Front({ size }: { size: readonly number[] }) {
  const [first = 500, second] = size;
  const front = len(second === undefined ? first : first / 2);
  const half = len(Math.min(first, second ?? first)) * (second === undefined ? 0.34 : 0.2);
  return <path className="front" d={`M${-half} ${-front * 1.02}L0 ${-front - half * 1.1}L${half} ${-front * 1.02}Z`} />;
}

/** What a number needs, and what there is, for the style sheet: it fades where it would lie on the next figure. */
const room = (gap: number, number: string): CSSProperties =>
  ({ "--gap": gap, "--need": 10.5 + 6.8 * number.length }) as CSSProperties;

/** Signs in the corners, as large on every zoom. */
function Signs({ shown, look, reach }: { shown: Shown; look: Look; reach: number }) {
  const corner = reach * 0.78;
  const signs = signsOf(shown);
  const inside = (look.inside ?? 0) + (shown.inside ?? 0);
  const places = [
    [1, -1],
    [-1, -1],
    [-1, 1],
  ] as const;
  const at = (x: number, y: number): CSSProperties => ({ "--c": corner, "--x": x, "--y": y }) as CSSProperties;
  return (
    <>
      {signs.map((one, i) => (
        <g key={one.sort} className={`sign sign-${one.sort} at-corner`} style={at(places[i]![0], places[i]![1])}>
          <g className="to-scale">
            <circle r="7" />
            <text dy=".35em">{one.sign}</text>
          </g>
        </g>
      ))}
      {(look.leads ?? look.role === "leader") && (
        <g className="star" transform={`translate(0 ${-reach})`}>
          <path className="to-scale" d="M0 -6.6L1.9 -2.1L6.5 -2L2.7 .9L4 5.6L0 2.9L-4 5.6L-2.7 .9L-6.5 -2L-1.9 -2.1Z" />
        </g>
      )}
      {look.number && (
        <g className="plate at-corner" style={{ ...at(1, 1), ...room(look.gap ?? 1000, look.number) }}>
          <g className="to-scale">
            <rect x={-3 - 3.4 * look.number.length} y="-7" width={6 + 6.8 * look.number.length} height="14" rx="3.4" />
            <text dy=".36em">{look.number}</text>
          </g>
        </g>
      )}
      {inside > 0 && (
        <g className="sign sign-inside at-corner" style={at(-1, 1)}>
          <g className="to-scale">
            <rect x="-11" y="-7" width="22" height="14" rx="7" />
            <text dy=".36em">{`▲${inside}`}</text>
          </g>
        </g>
      )}
      {(shown.level ?? 0) > 0 && (
        <g
          className={`sign sign-level ${inside ? "" : "at-corner"}`}
          {...(inside ? { transform: `translate(0 ${reach * 1.15})` } : { style: at(-1, 1) })}
        >
          <g className="to-scale">
            <rect x="-10" y="-7" width="20" height="14" rx="3" />
            <text dy=".36em">{`↑${shown.level}`}</text>
          </g>
        </g>
      )}
    </>
  );
}

const RISE = 60; // how far the shadow of a flyer falls for each level, in drawing units

function drawFigure(shown: Shown, look: Look): ReactNode {
  const [first = 500, second] = shown.size;
  const reach = len(second === undefined ? first : Math.min(first, second) / 2);
  const flags = shown.flags ?? [];
  const level = Math.max(shown.level ?? 0, flags.includes("airborne") ? 1 : 0);
  const [dx, dy] = level > 0 ? [0.75 * RISE * level, RISE * level] : [reach * 0.16, reach * 0.22];
  const side = look.side % 8;
  return (
    <>
      <g className="figure-shade" transform={`translate(${dx} ${dy}) rotate(${degrees(shown.face ?? 0)})`}>
        <Base size={shown.size} className="shade" by={level > 0 ? reach * 0.15 : 2} />
      </g>
      <circle className="figure-touch" />
      <g transform={`rotate(${degrees(shown.face ?? 0)})`}>
        <g className="body-size" style={{ "--r": reach } as CSSProperties}>
          <Base size={shown.size} className="halo" />
          {flags.includes("watching") && (
            <path className="mark-watch" d={`M${-reach} ${-reach}A${reach * 1.42} ${reach * 1.42} 0 0 1 ${reach} ${-reach}`} />
          )}
          <Base size={shown.size} className="base" />
          <Base size={shown.size} className={`rim rim-${side % 4}`} by={-5} />
          {side % 4 === 1 && <Base size={shown.size} className="rim rim-inner" by={-15} />}
          {shown.face !== null && shown.face !== undefined && <Front size={shown.size} />}
          {look.body ? (
            <use className="body" href={`#${look.body}`} {...(flags.includes("prone") && { transform: "scale(.92 .6)" })} />
          ) : null}
        </g>
        <Base size={shown.size} className="footprint" />
      </g>
      {!look.body && <Glyph role={look.role} size={reach * 0.5} />}
      {flags.includes("submerged") && (
        <path
          className="mark-sub"
          d={`M${-reach} ${reach * 0.3}q${reach * 0.25} ${-reach * 0.3} ${reach * 0.5} 0t${reach * 0.5} 0t${reach * 0.5} 0t${reach * 0.5} 0`}
        />
      )}
      <path className="badge" d={badge(look.side)} transform={`translate(0 ${reach * 0.98}) scale(${reach * 0.2})`} />
      <Signs shown={shown} look={look} reach={reach} />
    </>
  );
}

export const Figure = memo(function Figure({ shown, ...look }: { shown: Shown } & Look) {
  const at = draw(shown.at, look.depth);
  return (
    <g
      className={`figure s${look.side % 8} ${look.state} ${(shown.flags ?? []).join(" ")}`}
      transform={`translate(${at.x} ${at.y})`}
      data-figure={shown.id}
      role="button"
      aria-label={look.label}
      aria-pressed={look.current ?? false}
      tabIndex={look.focusable ? 0 : -1}
    >
      {drawFigure(shown, look)}
    </g>
  );
});

/** A figure that only stands for itself: under way, or where it would be. */
export function Likeness({
  shown,
  look,
  className,
  opacity = 1,
}: {
  shown: Shown;
  look: Look;
  className: string;
  opacity?: number;
}) {
  const at = draw(shown.at, look.depth);
  return (
    <g
      className={`figure s${look.side % 8} ${className} ${(shown.flags ?? []).join(" ")}`}
      transform={`translate(${at.x} ${at.y})`}
      opacity={opacity}
      aria-hidden="true"
      data-figure={className.includes("ghost") ? shown.id : undefined}
    >
      {drawFigure(shown, look)}
    </g>
  );
}
