/** A ready battle as a picture: its ground, where the sides are put down, and their forces as rims. */

import { lookOf } from "../table/Ground";
import type { Outline, ScenarioCard } from "../wire";

const WIDE = 320;
const MOST_RIMS = 40;
const RIM = 4.2;

/** Rims of a force in rows, within its zone; without one at its edge: the first side south, the next north. */
function rims(count: number, zone: Readonly<Outline>, at: number, wide: number, deep: number): { x: number; y: number }[] {
  const xs = zone.map(([x]) => (x / 1000) * wide);
  const ys = zone.map(([, y]) => (y / 1000) * deep);
  const middle = {
    x: zone.length ? (Math.min(...xs) + Math.max(...xs)) / 2 : wide / 2,
    y: zone.length ? (Math.min(...ys) + Math.max(...ys)) / 2 : at % 2 ? deep * 0.1 : deep * 0.9,
  };
  const shown = Math.min(count, MOST_RIMS);
  const row = Math.min(shown, 12);
  return Array.from({ length: shown }, (_, i) => ({
    x: middle.x + ((i % row) - (Math.min(row, shown - Math.floor(i / row) * row) - 1) / 2) * RIM * 2.6,
    y: middle.y + (Math.floor(i / row) - (Math.ceil(shown / row) - 1) / 2) * RIM * 2.6,
  }));
}

export function BattleMap({ scenario, className = "" }: { scenario: ScenarioCard; className?: string }) {
  const [w, d] = scenario.size;
  const wide = WIDE;
  const deep = (WIDE * d) / w;
  const scaled = (outline: Readonly<Outline>): string =>
    `M${outline.map(([x, y]) => `${((x / 1000) * wide).toFixed(1)} ${((y / 1000) * deep).toFixed(1)}`).join("L")}Z`;
  const sides = Object.entries(scenario.forces ?? {});
  return (
    <svg
      className={`battle-map ${className}`}
      viewBox={`0 0 ${wide} ${deep}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
    >
      <rect width={wide} height={deep} className="battle-map-cloth" />
      {sides.map(
        ([side, force], i) => force.zone?.length && <path key={side} className={`zone s${i}`} d={scaled(force.zone)} />,
      )}
      {(scenario.ground ?? []).map(([kind, outline], i) => (
        <g key={i} className={`ground ground-${lookOf(kind)}`}>
          <path className="ground-fill" d={scaled(outline)} />
        </g>
      ))}
      {sides.map(([side, force], i) => {
        const count = (force.units ?? []).reduce((sum, [, n]) => sum + n, 0);
        const there = force.figures?.length
          ? force.figures.map(([x, y]) => ({ x: (x / 1000) * wide, y: (y / 1000) * deep }))
          : rims(count, force.zone ?? [], i, wide, deep);
        return there.map((at, n) => <circle key={`${side} ${n}`} className={`rim s${i}`} cx={at.x} cy={at.y} r={RIM} />);
      })}
    </svg>
  );
}
