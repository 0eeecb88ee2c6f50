/** Everybody on the table. */

import { useContext } from "react";
import { InteractionContext } from "../asks/interaction";
import { called, partyName, sideNumber } from "../show";
import { useStore } from "../store";
import type { Role, Show, Shown } from "../wire";
import { bodyName } from "./Bodies";
import { Figure, type Look } from "./Figure";
import { PointingContext } from "./pointer";
import { insideOf, ridersOf } from "./riders";
import { nearestOf } from "./spacing";
import { numberOf } from "./status";

const CROWD = 40; // with fewer figures everybody has his number from near by

export const roleOf = (show: Show, shown: Shown): Role => show.models[shown.model]?.role ?? "foot";

export function lookOf(show: Show, shown: Shown, state = ""): Look {
  const marks = shown.marks?.length ? `, ${shown.marks.join(", ")}` : "";
  const unit = show.units[shown.unit]?.name;
  const riders = ridersOf(show.figures, shown.id);
  const ridden = riders.length ? `, ridden by ${riders.map((one) => one.name).join(", ")}` : "";
  return {
    role: roleOf(show, shown),
    side: sideNumber(show, shown.side),
    depth: show.size[1],
    state: state + (shown.afraid ? " afraid" : ""),
    label: `${called(show, shown.id)}${unit && unit !== shown.name ? ` of ${unit}` : ""}, ${partyName(show, shown.side)}${ridden}${marks}`,
    focusable: false,
    body: bodyName(show, shown),
    number: numberOf(shown.id, show.units[shown.unit]?.of ?? 1),
    leads: [shown, ...riders].some((one) => roleOf(show, one) === "leader"),
    inside: insideOf(show.figures, shown.id),
    gap: nearestOf(show.figures, shown.id),
  };
}

export function Figures({ show, hidden }: { show: Show; hidden: ReadonlySet<string> }) {
  const interaction = useStore(useContext(InteractionContext));
  const pointing = useStore(useContext(PointingContext));
  const figures = Object.values(show.figures).filter((one) => !one.within && !hidden.has(one.id));
  // low before high: whoever flies is drawn over those on the ground
  figures.sort((a, b) => (a.level ?? 0) - (b.level ?? 0));
  return (
    <g className={`figures ${figures.length < CROWD ? "numbered" : ""}`}>
      {figures.map((shown) => {
        const words = [
          pointing.figure === shown.id && "selected",
          pointing.unit === shown.unit && "mate",
          show.tracker.unit === shown.unit && "active",
          interaction.glow.has(shown.id) && "glow",
          interaction.pick.has(shown.id) && "pick",
          interaction.glow.has(shown.id) && interaction.grips.size > 0 && !interaction.grips.has(shown.id) && "aimed",
          interaction.grips.has(shown.id) && "grip",
          interaction.ends[shown.id] && "left-behind",
          (pointing.hover === shown.id || pointing.aim === shown.id) && "hovered",
        ].filter(Boolean);
        const look = lookOf(show, shown, words.join(" "));
        const focusable = interaction.pick.has(shown.id) || interaction.grips.has(shown.id);
        return <Figure key={shown.id} shown={shown} {...look} focusable={focusable} current={pointing.figure === shown.id} />;
      })}
    </g>
  );
}
