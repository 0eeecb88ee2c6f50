/** The names on the table: units, ground, zones, things that lie there. */

import { memo, useContext } from "react";
import { draw, INCH, len, reach } from "../geometry";
import { sideNumber } from "../show";
import { useSlice } from "../store";
import type { Show, Shown } from "../wire";
import { tokenText } from "../words";
import { type Box, placed, type Spot, type Wanted } from "./labels";
import { PointingContext } from "./pointer";

const GAP = INCH * 0.15;

const around = ({ left, right, top, bottom }: Box, middleFirst: boolean): Spot[] => {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  const beside: Spot[] = [
    { x, y: bottom + GAP, anchor: "middle", base: "hanging" },
    { x, y: top - GAP, anchor: "middle", base: "text-after-edge" },
    { x: right + GAP, y, anchor: "start", base: "middle" },
    { x: left - GAP, y, anchor: "end", base: "middle" },
  ];
  return middleFirst ? [{ x, y, anchor: "middle", base: "middle" }, ...beside] : beside;
};

function boxRound(points: readonly { x: number; y: number }[], by = 0): Box {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return { left: Math.min(...xs) - by, right: Math.max(...xs) + by, top: Math.min(...ys) - by, bottom: Math.max(...ys) + by };
}

/** Everything that has a name, with the places where it may stand. */
export function wantedNames(show: Show, hidden: ReadonlySet<string>, first: string): { wanted: Wanted[]; figures: Box[] } {
  const depth = show.size[1];
  const wanted: Wanted[] = [];
  const boxOf = (one: Shown): Box => boxRound([draw(one.at, depth)], len(reach(one.size)));
  const standing = Object.values(show.figures).filter((one) => !one.within);
  for (const unit of Object.values(show.units)) {
    const there = unit.figures.map((id) => show.figures[id]).filter((one): one is Shown => !!one && !one.within);
    if (!there.length || there.some((one) => hidden.has(one.id))) continue;
    const boxes = there.map(boxOf);
    const box = boxRound(
      boxes.flatMap((b) => [
        { x: b.left, y: b.top },
        { x: b.right, y: b.bottom },
      ]),
    );
    const tokens = (unit.tokens ?? []).map(([word, number]) => tokenText(word, number));
    const rank = unit.id === first ? 0 : 1;
    wanted.push({
      id: unit.id,
      text: unit.name,
      kind: "unit",
      side: sideNumber(show, unit.side),
      rank,
      tokens,
      spots: around(box, false),
    });
  }
  for (const marker of show.markers ?? []) {
    if (!marker.name) continue;
    const box = marker.outline?.length
      ? boxRound(marker.outline.map((at) => draw(at, depth)))
      : boxRound([draw(marker.at, depth)], len(marker.radius || 250));
    const side = marker.side ? sideNumber(show, marker.side) : 7;
    wanted.push({
      id: `marker ${marker.id}`,
      text: marker.name,
      kind: "marker",
      side,
      rank: 2,
      spots: around(box, !marker.outline?.length),
    });
  }
  for (const zone of show.zones ?? []) {
    const box = boxRound(zone.outline.map((at) => draw(at, depth)));
    const left = box.left + GAP * 2;
    const spots: Spot[] = [
      { x: left, y: box.top + GAP * 2, anchor: "start", base: "hanging" },
      { x: left, y: box.bottom - GAP * 2, anchor: "start", base: "text-after-edge" },
      { x: box.right - GAP * 2, y: box.top + GAP * 2, anchor: "end", base: "hanging" },
    ];
    const side = show.parties.findIndex((party) => zone.name.startsWith(party.id) || zone.name.startsWith(party.name));
    wanted.push({ id: `zone ${zone.name}`, text: zone.name, kind: "zone", side: side < 0 ? 7 : side, rank: 3, spots });
  }
  for (const piece of show.ground ?? []) {
    const box = boxRound(piece.outline.map((at) => draw(at, depth)));
    const slim = box.bottom - box.top < INCH;
    wanted.push({ id: `ground ${piece.id}`, text: piece.name, kind: "ground", side: 7, rank: 4, spots: around(box, !slim) });
  }
  return { wanted, figures: standing.map(boxOf) };
}

export const Labels = memo(function Labels({ show, hidden, zoom }: { show: Show; hidden: ReadonlySet<string>; zoom: number }) {
  const selected = useSlice(useContext(PointingContext), (pointing) => pointing.unit);
  const { wanted, figures } = wantedNames(show, hidden, selected || (show.tracker.unit ?? ""));
  return (
    <g className="unit-names" aria-hidden="true">
      {placed(wanted, zoom, figures).map(({ id, text, kind, side, tokens, at }) => (
        <text
          key={id}
          className={`${kind}-name ${side < 7 ? `s${side}` : ""}`}
          x={at.x}
          y={at.y}
          textAnchor={at.anchor}
          dominantBaseline={at.base}
          data-label={id}
        >
          {text}
          {(tokens ?? []).map((word) => (
            <tspan key={word} className="unit-token" dx=".5em">
              {word}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  );
});
