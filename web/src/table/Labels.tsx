/** The names on the table: units with their banners, ground, zones, things that lie there. */

import { memo, useContext, useEffect, useRef, useState } from "react";
import { InteractionContext, type Paces, type Plate } from "../asks/interaction";
import { ahead, draw, far, INCH, len, middle, reach, seenFace } from "../geometry";
import { partyName, sideNumber } from "../show";
import { useSlice } from "../store";
import type { Show, Shown } from "../wire";
import { tokenText } from "../words";
import { type Box, EYE, type Kind, type Measure, type Placed, placed, type Wanted } from "./labels";
import { type Pointing, PointingContext } from "./pointer";
import { placesOn, ringsOf } from "./rings";
import { badge } from "./Symbols";

const ROOMY = 3.4; // inches: what is smaller has its name beside it, not across its model
const SMALL = 0.075; // pixels a drawing unit: below that units are named by their sign and number
const LEAST = 10.5; // pixels: from the middle of a figure to its rim, however far away it is
const WINGS = 1.4; // what is ridden is larger than its base
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
    const wings = show.models[one.model]?.look?.steed ? WINGS : 1;
    const box = boxRound([draw(one.at, depth)], zoom, Math.max(len(reach(one.size)) * wings, LEAST / zoom));
    return { left: box.left - ROOM, right: box.right + ROOM, top: box.top - ROOM, bottom: box.bottom + ROOM };
  };
  const standing = Object.values(show.figures).filter((one) => !one.within);
  for (const unit of Object.values(show.units)) {
    const there = unit.figures.map((id) => show.figures[id]).filter((one): one is Shown => !!one && !one.within);
    if (!there.length || there.some((one) => hidden.has(one.id))) continue;
    const short = zoom < SMALL && unit.id !== first; // on a small screen names would hide the table
    const tokens = short ? [] : (unit.tokens ?? []).map(([word, number]) => tokenText(word, number));
    wanted.push({
      id: unit.id,
      text: short ? `${unit.left}` : unit.of > 1 ? `${unit.name} ${unit.left}/${unit.of}` : unit.name,
      short: `${unit.left}`,
      kind: "unit",
      side: sideNumber(show, unit.side),
      rank: unit.id === first ? 0 : 1,
      tokens,
      watches: there.some((one) => (one.flags ?? []).includes("watching")),
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
    const text = zone.side ? `${partyName(show, zone.side)} ${zone.name}` : zone.name;
    const side = zone.side ? sideNumber(show, zone.side) : 7;
    wanted.push({ id: `zone ${zone.side ?? ""} ${zone.name}`, text, kind: "zone", side, rank: 3, about });
  }
  for (const piece of zoom < SMALL ? [] : (show.ground ?? [])) {
    const about = boxRound(
      piece.outline.map((at) => draw(at, depth)),
      zoom,
    );
    const slim = Math.min(about.bottom - about.top, about.right - about.left) < ROOMY * INCH * zoom;
    wanted.push({ id: `ground ${piece.id}`, text: piece.name, kind: "ground", side: 7, rank: 4, about, inside: !slim });
  }
  return { wanted, figures: standing.map(boxOf) };
}

/** The plates of a draft, each beside its place. */
const wantedPlates = (plates: readonly Plate[], depth: number, zoom: number): Wanted[] =>
  plates.map(({ tone, text, short, at, round = [] }) => ({
    id: `plate ${tone}`,
    text,
    ...(short && { short }),
    kind: "plate",
    tone,
    side: 7,
    rank: -1,
    about: boxRound(
      (round.length ? round : [at]).map((one) => draw(one, depth)),
      zoom,
      PLATE_ROOM,
    ),
  }));

/** What is seen along a line of sight, and what stands in it. */
export function sightPlates(look: Pointing["look"], show: Show): Plate[] {
  const ends = look ? [look.from, look.to].map((id) => show.figures[id]?.at) : [];
  const [from, to] = ends;
  if (!look?.look || !from || !to) return [];
  const { state, far: length, obstacles = [] } = look.look;
  const what = [...new Set(obstacles.map((one) => `${one.name} ${one.does}`))].join(", ");
  const words = [state, length !== null && show.measures ? far(length, show) : "", what].filter(Boolean);
  return [{ tone: "sight", text: words.join(" · "), at: middle([from, to]) }];
}

const ringName = (id: string, text: string, spots: readonly { x: number; y: number }[], zoom: number, tone = ""): Wanted => ({
  id: `ring ${id}`,
  text,
  kind: "ring",
  side: 7,
  rank: 2.5,
  tone,
  about: boxRound(spots, zoom),
  spots: spots.map(({ x, y }) => ({ x: x * zoom, y: y * zoom })),
});

/** How far each weapon of a figure reaches, on its ring; those that lie on each other share a name. */
export function wantedRings(show: Show, shown: Shown, zoom: number): Wanted[] {
  const at = draw(shown.at, show.size[1]);
  const found = new Map<string, { reach: string; names: string[]; spots: { x: number; y: number }[] }>();
  for (const ring of ringsOf(show, shown)) {
    const key = `${ring.radius} ${ring.centre}`;
    const centre = seenFace((shown.face ?? 0) + ring.centre);
    const spots = placesOn({ at, radius: len(ring.radius), centre, arc: ring.arc });
    const there = found.get(key) ?? { reach: far(ring.reach, show), names: [], spots };
    there.names.push(...ring.names);
    found.set(key, there);
  }
  return [...found].map(([key, one]) => ringName(key, `${one.reach} ${one.names.join(", ")}`, one.spots, zoom));
}

/** The paces of the unit in hand, each on its ring. */
const wantedPaces = ({ at, rings }: Paces, depth: number, zoom: number): Wanted[] =>
  rings.map((ring) =>
    ringName(
      ring.text,
      ring.text,
      placesOn({ at: draw(at, depth), radius: len(ring.radius), centre: 0, arc: 18000 }),
      zoom,
      ring.chosen ? "chosen" : "",
    ),
  );

const FONTS: Record<Kind, string> = {
  plate: "600 12px",
  unit: "600 11px",
  marker: "500 11px",
  ring: "600 11px",
  zone: "500 11px",
  ground: "600 11px",
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

/** Once the fonts have come: what was measured before was another font's. */
function useFonts(): void {
  const [, again] = useState(false);
  useEffect(() => {
    let here = true;
    void document.fonts.ready.then(() => {
      widths.clear();
      if (here) again(true);
    });
    return () => {
      here = false;
    };
  }, []);
}

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
      {one.watches && (
        <g className="banner-eye" transform={`translate(${wide - EYE + 2} ${high / 2})`}>
          <path d="M-6 0Q0 -6.5 6 0Q0 6.5 -6 0Z" />
          <circle r="2" />
        </g>
      )}
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
  /** May ranges be shown? */
  measures: boolean;
  /** May lines of sight? */
  sights: boolean;
  /** Units over which something comes just now: is it good? */
  felt: ReadonlyMap<string, boolean>;
}

export const Labels = memo(function Labels({ show, hidden, zoom, measures, sights, felt }: LabelsProps) {
  useFonts();
  const pointing = useContext(PointingContext);
  const selected = useSlice(pointing, (now) => now.unit);
  const figure = useSlice(pointing, (now) => now.figure);
  const look = useSlice(pointing, (now) => now.look);
  const interaction = useContext(InteractionContext);
  const plates = useSlice(interaction, (now) => now.plates);
  const ends = useSlice(interaction, (now) => now.ends);
  const absent = useSlice(interaction, (now) => now.absent);
  const knob = useSlice(interaction, (now) => now.handle);
  const paces = useSlice(interaction, (now) => now.paces);
  const before = useRef<ReadonlyMap<string, number>>(new Map());
  const { wanted, figures } = wantedNames(show, hidden, selected || (show.tracker.unit ?? ""), zoom);
  const frame = {
    left: EDGE,
    top: EDGE,
    right: len(show.size[0]) * zoom - EDGE,
    bottom: len(show.size[1]) * zoom - EDGE,
  };
  const ghosts = Object.entries(ends).map(([id, [x, y]]) =>
    boxRound([draw([x, y], show.size[1])], zoom, len(reach((show.figures[id] ?? absent[id])?.size ?? [0]))),
  );
  if (knob) ghosts.push(boxRound([draw(ahead(knob.at, knob.face, knob.reach), show.size[1])], zoom, KNOB));
  const shooter = measures && !paces ? show.figures[figure] : undefined;
  const end = shooter && ends[shooter.id];
  const all = [
    ...wantedPlates([...plates, ...(sights ? sightPlates(look, show) : [])], show.size[1], zoom),
    ...wanted,
    ...(paces ? wantedPaces(paces, show.size[1], zoom) : []),
    ...(shooter && !shooter.within
      ? wantedRings(show, end ? { ...shooter, at: [end[0], end[1]], face: end[2] } : shooter, zoom)
      : []),
  ];
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
            {(one.kind === "plate" || one.kind === "ring") && (
              <rect
                className={one.kind === "plate" ? "draft-plate" : "ring-plate"}
                width={one.box.right - one.box.left}
                height={one.box.bottom - one.box.top}
                rx={one.kind === "plate" ? 5 : 9}
              />
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
