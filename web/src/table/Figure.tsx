/** One figure: its base to scale, its side's shape, its role's symbol, which way it looks and how it is. */

import { memo, type ReactNode } from "react";
import { degrees, draw, len } from "../geometry";
import type { Flag, Role, Shown } from "../wire";
import { badge, Glyph } from "./Symbols";

export interface Look {
  role: Role;
  side: number;
  depth: number;
  /** Words for the style sheet: selected, glow, pick, grip, ghost, gone, afraid … */
  state: string;
  label: string;
  focusable: boolean;
  current?: boolean;
}

/** The base: a disc of a radius, or a box of length and width. */
export function Base({ size, className }: { size: readonly number[]; className: string }) {
  const [first = 500, second] = size;
  if (second === undefined) return <circle r={len(first)} className={className} />;
  const long = len(first);
  const wide = len(second);
  return <rect x={-wide / 2} y={-long / 2} width={wide} height={long} rx={Math.min(long, wide) * 0.14} className={className} />;
}

/** A notch in front of the base: which way it looks. */
function Front({ size }: { size: readonly number[] }) {
  const [first = 500, second] = size;
  const front = len(second === undefined ? first : first / 2);
  const half = len(Math.min(first, second ?? first)) * (second === undefined ? 0.42 : 0.26);
  return <path className="front" d={`M${-half} ${-front * 0.97}L0 ${-front - half * 1.05}L${half} ${-front * 0.97}Z`} />;
}

/** Flags that have a drawing of their own; anything else about a figure is a dot, and words. */
const DRAWN: readonly string[] = ["prone", "airborne", "submerged", "watching"] satisfies Flag[];

function Marks({ shown, reach }: { shown: Shown; reach: number }) {
  const flags = shown.flags ?? [];
  const more = (shown.marks ?? []).some((mark) => !DRAWN.includes(mark));
  return (
    <>
      {flags.includes("prone") && <path className="mark-prone" d={`M${-reach} ${reach * 0.98}H${reach}`} />}
      {flags.includes("airborne") && (
        <path
          className="mark-air"
          d={`M${-reach * 1.1} ${-reach * 0.75}Q${-reach * 0.5} ${-reach * 1.5} 0 ${-reach * 0.95}Q${reach * 0.5} ${-reach * 1.5} ${reach * 1.1} ${-reach * 0.75}`}
        />
      )}
      {flags.includes("submerged") && (
        <path
          className="mark-sub"
          d={`M${-reach} ${reach * 0.5}q${reach * 0.25} ${-reach * 0.3} ${reach * 0.5} 0t${reach * 0.5} 0t${reach * 0.5} 0t${reach * 0.5} 0`}
        />
      )}
      {more && <circle className="mark-other" cx={reach * 0.78} cy={-reach * 0.78} r={reach * 0.24} />}
    </>
  );
}

function drawFigure(shown: Shown, look: Look): ReactNode {
  const [first = 500, second] = shown.size;
  const reach = len(second === undefined ? first : Math.min(first, second) / 2);
  const flags = shown.flags ?? [];
  return (
    <>
      {flags.includes("airborne") && <circle className="figure-shade" cx={reach * 0.4} cy={reach * 0.55} r={reach} />}
      <circle className="figure-touch" />
      <g transform={`rotate(${degrees(shown.face ?? 0)})`}>
        <Base size={shown.size} className="halo" />
        {shown.face !== null && shown.face !== undefined && <Front size={shown.size} />}
        {flags.includes("watching") && (
          <path className="mark-watch" d={`M${-reach} ${-reach}A${reach * 1.42} ${reach * 1.42} 0 0 1 ${reach} ${-reach}`} />
        )}
        <Base size={shown.size} className="base" />
      </g>
      <path
        className="badge"
        d={badge(look.side)}
        transform={`scale(${reach * 0.96}${flags.includes("prone") ? ` ${reach * 0.62}` : ""})`}
      />
      <Glyph role={look.role} size={reach * (look.side % 8 === 0 || look.side % 8 === 4 ? 0.46 : 0.52)} />
      <Marks shown={shown} reach={reach} />
      {shown.afraid && (
        <g className="mark-afraid" transform={`translate(${-reach * 0.8} ${-reach * 0.8})`}>
          <circle r={reach * 0.36} />
          <path d={`M0 ${-reach * 0.2}V${reach * 0.05}M0 ${reach * 0.18}V${reach * 0.2}`} />
        </g>
      )}
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
      className={`figure s${look.side % 8} ${className}`}
      transform={`translate(${at.x} ${at.y})`}
      opacity={opacity}
      aria-hidden="true"
      data-figure={className.includes("ghost") ? shown.id : undefined}
    >
      {drawFigure(shown, look)}
    </g>
  );
}
