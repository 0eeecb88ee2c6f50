/** Everybody on the table, and what the units are called. */

import { memo, useContext } from "react";
import { InteractionContext } from "../asks/interaction";
import { draw, INCH, len, reach } from "../geometry";
import { called, partyName, sideNumber } from "../show";
import { useSlice, useStore } from "../store";
import type { Role, Show, Shown } from "../wire";
import { tokenText } from "../words";
import { Figure, type Look } from "./Figure";
import { PointingContext } from "./pointer";

export const roleOf = (show: Show, shown: Shown): Role => show.models[shown.model]?.role ?? "foot";

export function lookOf(show: Show, shown: Shown, state = ""): Look {
  const marks = shown.marks?.length ? `, ${shown.marks.join(", ")}` : "";
  const unit = show.units[shown.unit]?.name;
  return {
    role: roleOf(show, shown),
    side: sideNumber(show, shown.side),
    depth: show.size[1],
    state: state + (shown.afraid ? " afraid" : ""),
    label: `${called(show, shown.id)}${unit && unit !== shown.name ? ` of ${unit}` : ""}, ${partyName(show, shown.side)}${marks}`,
    focusable: false,
  };
}

export function Figures({ show, hidden }: { show: Show; hidden: ReadonlySet<string> }) {
  const interaction = useStore(useContext(InteractionContext));
  const pointing = useStore(useContext(PointingContext));
  const figures = Object.values(show.figures).filter((one) => !one.within && !hidden.has(one.id));
  // low before high: whoever flies is drawn over those on the ground
  figures.sort((a, b) => (a.level ?? 0) - (b.level ?? 0));
  return (
    <g className="figures">
      {figures.map((shown) => {
        const words = [
          pointing.figure === shown.id && "selected",
          pointing.unit === shown.unit && "mate",
          show.tracker.unit === shown.unit && "active",
          interaction.glow.has(shown.id) && "glow",
          interaction.pick.has(shown.id) && "pick",
          interaction.grips.has(shown.id) && "grip",
          interaction.ends[shown.id] && "left-behind",
        ].filter(Boolean);
        const look = lookOf(show, shown, words.join(" "));
        const focusable = interaction.pick.has(shown.id) || interaction.grips.has(shown.id);
        return <Figure key={shown.id} shown={shown} {...look} focusable={focusable} current={pointing.figure === shown.id} />;
      })}
    </g>
  );
}

interface Name {
  id: string;
  text: string;
  tokens: readonly (readonly [string, number])[];
  side: number;
  x: number;
  y: number;
}

const LETTER = 6; // pixels, about
const LINE = 13;

/** Names that would lie on another name give way; the selected unit's never does. */
function legible(names: readonly Name[], zoom: number, first: string): Name[] {
  const kept: Name[] = [];
  const sorted = [...names].sort((a, b) => Number(b.id === first) - Number(a.id === first));
  for (const one of sorted) {
    const clash = kept.some(
      (other) =>
        Math.abs(other.x - one.x) * zoom < ((other.text.length + one.text.length) * LETTER) / 2 &&
        Math.abs(other.y - one.y) * zoom < LINE,
    );
    if (!clash) kept.push(one);
  }
  return kept;
}

/** The names of units beneath them. */
export const UnitNames = memo(function UnitNames({
  show,
  hidden,
  zoom,
}: {
  show: Show;
  hidden: ReadonlySet<string>;
  zoom: number;
}) {
  const selected = useSlice(useContext(PointingContext), (pointing) => pointing.unit);
  const names: Name[] = [];
  for (const unit of Object.values(show.units)) {
    const there = unit.figures.map((id) => show.figures[id]).filter((one): one is Shown => !!one && !one.within);
    if (!there.length || there.some((one) => hidden.has(one.id))) continue;
    const drawn = there.map((one) => ({ at: draw(one.at, show.size[1]), reach: len(reach(one.size)) }));
    const at = {
      x: drawn.reduce((sum, one) => sum + one.at.x, 0) / drawn.length,
      y: Math.max(...drawn.map((one) => one.at.y + one.reach)),
    };
    names.push({
      id: unit.id,
      text: unit.name,
      tokens: unit.tokens ?? [],
      side: sideNumber(show, unit.side),
      x: at.x,
      y: at.y + INCH * 0.15,
    });
  }
  return (
    <g className="unit-names" aria-hidden="true">
      {legible(names, zoom, selected || (show.tracker.unit ?? "")).map((name) => (
        <text
          key={name.id}
          className={`unit-name s${name.side}`}
          x={name.x}
          y={name.y}
          textAnchor="middle"
          dominantBaseline="hanging"
        >
          {name.text}
          {name.tokens.map(([word, number]) => (
            <tspan key={word} className="unit-token" dx=".5em">
              {tokenText(word, number)}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
});
