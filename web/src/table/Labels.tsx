/** The names on the table: units with their banners, ground, zones, things that lie there. */

import { memo, useContext, useRef } from "react";
import { InteractionContext, type Plate } from "../asks/interaction";
import { ahead, draw, INCH, len, reach } from "../geometry";
import { sideNumber } from "../show";
import { useSlice } from "../store";
import type { Show, Shown } from "../wire";
import { tokenText } from "../words";
import { type Box, type Kind, type Measure, type Placed, placed, type Wanted } from "./labels";
import { PointingContext } from "./pointer";
import { badge } from "./Symbols";

const EDGE = 4; // pixels inside the table's edge
const ROOM = 3; // pixels round a figure
const KNOB = 34; // drawing units round the handle that turns
const PLATE_ROOM = 60; // drawing units round the place of a plate

function boxRound(points: readonly { x: number; y: number }[], zoom: number, by = 0): Box {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return {
    left: (Math.min(...xs) - by) * zoom,
    right: (Math.max(...xs) + by) * zoom,
    top: (Math.min(...ys) - by) * zoom,
    bottom: (Math.max(...ys) + by) * zoom,
  };
}

const both = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map((one) => one.left)),
  right: Math.max(...boxes.map((one) => one.right)),
  top: Math.min(...boxes.map((one) => one.top)),
  bottom: Math.max(...boxes.map((one) => one.bottom)),
});

/** Everything that has a name, and what it names; in pixels at this zoom. */
export function wantedNames(
  show: Show,
  hidden: ReadonlySet<string>,
  first: string,
  zoom: number,
): { wanted: Wanted[]; figures: Box[] } {
  const depth = show.size[1];
  const wanted: Wanted[] = [];
  const boxOf = (one: Shown): Box => {
    const box = boxRound([draw(one.at, depth)], zoom, len(reach(one.size)));
    return { left: box.left - ROOM, right: box.right + ROOM, top: box.top - ROOM, bottom: box.bottom + ROOM };
  };
  const standing = Object.values(show.figures).filter((one) => !one.within);
  for (const unit of Object.values(show.units)) {
    const there = unit.figures.map((id) => show.figures[id]).filter((one): one is Shown => !!one && !one.within);
    if (!there.length || there.some((one) => hidden.has(one.id))) continue;
    const tokens = (unit.tokens ?? []).map(([word, number]) => tokenText(word, number));
    wanted.push({
      id: unit.id,
      text: unit.of > 1 ? `${unit.name} ${unit.left}/${unit.of}` : unit.name,
      short: `${unit.left}`,
      kind: "unit",
      side: sideNumber(show, unit.side),
      rank: unit.id === first ? 0 : 1,
      tokens,
      about: both(there.map(boxOf)),
    });
  }
  for (const marker of show.markers ?? []) {
    if (!marker.name) continue;
    const outline = marker.outline ?? [];
    const points = (outline.length ? outline : [marker.at]).map((at) => draw(at, depth));
    const side = marker.side ? sideNumber(show, marker.side) : 7;
    const about = boxRound(points, zoom, outline.length ? 0 : len(marker.radius || 250));
    wanted.push({
      id: `marker ${marker.id}`,
      text: marker.name,
      kind: "marker",
      side,
      rank: 2,
      about,
      inside: !outline.length,
    });
  }
  for (const zone of show.zones ?? []) {
    const about = boxRound(
      zone.outline.map((at) => draw(at, depth)),
      zoom,
    );
    const side = show.parties.findIndex((party) => zone.name.startsWith(party.id) || zone.name.startsWith(party.name));
    wanted.push({ id: `zone ${zone.name}`, text: zone.name, kind: "zone", side: side < 0 ? 7 : side, rank: 3, about });
  }
  for (const piece of show.ground ?? []) {
    const about = boxRound(
      piece.outline.map((at) => draw(at, depth)),
      zoom,
    );
    const slim = Math.min(about.bottom - about.top, about.right - about.left) < 1.6 * INCH * zoom;
    wanted.push({ id: `ground ${piece.id}`, text: piece.name, kind: "ground", side: 7, rank: 4, about, inside: !slim });
  }
  return { wanted, figures: standing.map(boxOf) };
}

/** The plates of a draft, each beside its place. */
const wantedPlates = (plates: readonly Plate[], depth: number, zoom: number): Wanted[] =>
  plates.map(({ tone, text, at }) => ({
    id: `plate ${tone}`,
    text,
    kind: "plate",
    tone,
    side: 7,
    rank: -1,
    about: boxRound([draw(at, depth)], zoom, PLATE_ROOM),
  }));

const FONTS: Record<Kind, string> = {
  plate: "600 12px",
  unit: "600 11px",
  marker: "500 11px",
  zone: "500 11px",
  ground: "600 10px",
};
const SPACED = 1.0; // pixels between the letters of the ground's names
const SPARE = 1.06; // a font that comes late may be a little wider
let pen: CanvasRenderingContext2D | null | undefined;

let family = "";
const widths = new Map<string, number>();

/** As wide as the browser writes it; measured once, for asking costs time. */
const measured: Measure = (text, kind) => {
  const known = widths.get(kind + text);
  if (known !== undefined) return known;
  pen ??= document.createElement("canvas").getContext("2d");
  family ||= getComputedStyle(document.body).fontFamily;
  const words = kind === "ground" ? text.toUpperCase() : text;
  let wide = words.length * 8;
  if (pen) {
    pen.font = `${FONTS[kind]} ${family}`;
    wide = pen.measureText(words).width * SPARE + (kind === "ground" ? SPACED * words.length : 0);
  }
  if (widths.size > 2000) widths.clear();
  widths.set(kind + text, wide);
  return wide;
};

const BAR = 4;

/** A unit's banner: a bar and a sign of its side, its name, how many are left. */
function Banner({ one, mood }: { one: Placed; mood: string }) {
  const wide = one.box.right - one.box.left;
  const high = one.box.bottom - one.box.top;
  const count = / (\d+\/\d+)$/.exec(one.said)?.[1] ?? "";
  const name = count ? one.said.slice(0, -count.length - 1) : one.said;
  return (
    <g className={`banner ${mood}`}>
      <path className="banner-plate" d={`M0 0H${wide - 5}L${wide} ${high / 2}L${wide - 5} ${high}H0Z`} />
      <rect className="banner-bar" width={BAR} height={high} />
      {one.said === one.short ? (
        <>
          <path className="badge" d={badge(one.side)} transform={`translate(${BAR + 6} ${high / 2}) scale(4)`} />
          <text x={BAR + 12} y={high / 2} dy=".36em">
            {one.said}
          </text>
        </>
      ) : (
        <text x={BAR + 4} y={high / 2} dy=".36em">
          {name}
          {count && (
            <tspan className="banner-count" dx=".4em">
              {count}
            </tspan>
          )}
          {(one.tokens ?? []).map((word) => (
            <tspan key={word} className="unit-token" dx=".5em">
              {word}
            </tspan>
          ))}
        </text>
      )}
    </g>
  );
}

/** A banner flutters with good news, and sinks with bad. */
const moodOf = (good: boolean | undefined): string => (good === undefined ? "" : good ? "flutters" : "sinks");

interface LabelsProps {
  show: Show;
  hidden: ReadonlySet<string>;
  zoom: number;
  /** Units over which something comes just now: is it good? */
  felt: ReadonlyMap<string, boolean>;
}

export const Labels = memo(function Labels({ show, hidden, zoom, felt }: LabelsProps) {
  const selected = useSlice(useContext(PointingContext), (pointing) => pointing.unit);
  const interaction = useContext(InteractionContext);
  const plates = useSlice(interaction, (now) => now.plates);
  const ends = useSlice(interaction, (now) => now.ends);
  const knob = useSlice(interaction, (now) => now.handle);
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const { wanted, figures } = wantedNames(show, hidden, selected || (show.tracker.unit ?? ""), zoom);
  const frame = {
    left: EDGE,
    top: EDGE,
    right: len(show.size[0]) * zoom - EDGE,
    bottom: len(show.size[1]) * zoom - EDGE,
  };
  const ghosts = Object.entries(plates.length ? ends : {}).map(([id, [x, y]]) =>
    boxRound([draw([x, y], show.size[1])], zoom, len(reach(show.figures[id]?.size ?? [0]))),
  );
  if (knob) ghosts.push(boxRound([draw(ahead(knob.at, knob.face, knob.reach), show.size[1])], zoom, KNOB));
  const all = [...wantedPlates(plates, show.size[1], zoom), ...wanted];
  const found = placed(all, { figures: [...figures, ...ghosts], frame, measure: measured, before: before.current });
  before.current = new Map(found.map((one) => [one.id, one.way]));
  return (
    <g className="unit-names" aria-hidden="true">
      {found
        .filter((one) => one.far && one.kind === "unit")
        .map((one) => (
          <line
            key={one.id}
            className={`leader-line s${one.side % 8}`}
            x1={(one.box.left + one.box.right) / 2 / zoom}
            y1={(one.box.top + one.box.bottom) / 2 / zoom}
            x2={(one.about.left + one.about.right) / 2 / zoom}
            y2={(one.about.top + one.about.bottom) / 2 / zoom}
          />
        ))}
      {found.map((one) => (
        <g
          key={one.id}
          className={`${one.kind}-name ${one.tone ? `tone-${one.tone}` : ""} ${one.side < 7 ? `s${one.side}` : ""}`}
          transform={`translate(${one.box.left / zoom} ${one.box.top / zoom})`}
          data-label={one.id}
        >
          <g className="to-scale">
            {one.kind === "plate" && (
              <rect className="draft-plate" width={one.box.right - one.box.left} height={one.box.bottom - one.box.top} rx="5" />
            )}
            {one.kind === "unit" ? (
              <Banner one={one} mood={moodOf(felt.get(one.id))} />
            ) : (
              <text
                x={(one.box.right - one.box.left) / 2}
                y={(one.box.bottom - one.box.top) / 2}
                dy=".36em"
                textAnchor="middle"
              >
                {one.said}
              </text>
            )}
          </g>
        </g>
      ))}
    </g>
  );
});
