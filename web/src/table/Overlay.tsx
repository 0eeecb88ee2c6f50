/** What is drawn over the figures: ranges, lines of sight, the ruler, ways under way and things about to be put down. */

import { useContext } from "react";
import { type Interaction, InteractionContext, type Laid, type Paces } from "../asks/interaction";
import {
  ahead,
  cornersOf,
  degrees,
  distance,
  draw,
  far,
  hull,
  len,
  outlineOf,
  path,
  reach,
  sector,
  seenFace,
} from "../geometry";
import { useStore } from "../store";
import type { Point, Show, Shown, Stretch, Trace } from "../wire";
import { percent } from "../words";
import { Likeness } from "./Figure";
import { lookOf } from "./Figures";
import { type Pointing, PointingContext } from "./pointer";
import { Ribbon } from "./Ribbon";
import { ringsOf } from "./rings";

/** Rings and arcs of the weapons of a figure, measured as its rulebook does; their names are laid out with all others. */
function Ranges({ show, shown }: { show: Show; shown: Shown }) {
  const at = draw(shown.at, show.size[1]);
  return (
    <g className="ranges" transform={`translate(${at.x} ${at.y})`}>
      {ringsOf(show, shown).map((ring) => (
        <path
          key={`${ring.radius} ${ring.centre} ${ring.arc}`}
          className={`ring ${ring.far ? "ring-far" : ""}`}
          d={sector(len(ring.radius), seenFace((shown.face ?? 0) + ring.centre), ring.arc)}
        />
      ))}
    </g>
  );
}

/** How far the unit in hand may go: the pace that is chosen, and the others. */
function PaceRings({ show, paces }: { show: Show; paces: Paces }) {
  const at = draw(paces.at, show.size[1]);
  return (
    <g>
      {paces.rings.map((one) => (
        <circle key={one.text} className={`pace-ring ${one.chosen ? "chosen" : ""}`} cx={at.x} cy={at.y} r={len(one.radius)} />
      ))}
    </g>
  );
}

/** The line; what is seen along it stands on a plate. */
function Sight({ show, look }: { show: Show; look: NonNullable<Pointing["look"]> }) {
  const { look: seen } = look;
  if (!seen) return null;
  const depth = show.size[1];
  const blocking = new Set((seen.obstacles ?? []).map((one) => one.id));
  return (
    <g className={`sight sight-${seen.state}`}>
      {(show.ground ?? [])
        .filter((piece) => blocking.has(piece.id))
        .map((piece) => (
          <path key={piece.id} className="sight-obstacle" d={path(piece.outline, depth)} />
        ))}
      {seen.lines.map(([a, b], i) => {
        const from = draw(a, depth);
        const to = draw(b, depth);
        return <line key={i} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
      })}
    </g>
  );
}

function Ruler({ show, ruler }: { show: Show; ruler: NonNullable<Pointing["ruler"]> }) {
  const from = draw(ruler.from, show.size[1]);
  const to = draw(ruler.to, show.size[1]);
  return (
    <g className="ruler">
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <circle cx={from.x} cy={from.y} r="9" />
      <text className="overlay-name" x={to.x} y={to.y} dy="-.8em" textAnchor="middle">
        {far(distance(ruler.from, ruler.to), show)}
      </text>
    </g>
  );
}

const CROWD = 3; // so many words side by side cannot be read: the panel lists them

/** Whom a way or a template would meet: a ring, and what would happen to him. */
function Meets({ traces, show }: { traces: readonly Trace[]; show: Show }) {
  const met = traces.flatMap((trace) => trace.meets ?? []);
  return (
    <>
      {met.map((one) => {
        const shown = show.figures[one.figure];
        if (!shown) return null;
        const at = draw(shown.at, show.size[1]);
        const radius = len(reach(shown.size)) + 14;
        return (
          <g key={one.figure} className="meets">
            <circle cx={at.x} cy={at.y} r={radius} />
            <text className="overlay-name" x={at.x} y={at.y - radius} dy="-.3em" textAnchor="middle">
              {typeof one.chance === "number" ? percent(one.chance) : met.length < CROWD ? one.what : ""}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** What has corners, at each of its turns. */
function Hulls({ traces, depth }: { traces: readonly Trace[]; depth: number }) {
  const hulls = traces.flatMap((trace) => trace.hulls ?? []);
  return (
    <>
      {hulls.map((outline, i) => (
        <path key={i} className="overlay-hull" d={path(outline, depth)} />
      ))}
    </>
  );
}

/** Is it paid for without going anywhere, as a turn is? */
const stands = (one: Stretch): boolean => one.start[0] === one.to[0] && one.start[1] === one.to[1];

/** One way: what slows it is marked. */
function Way({ trace, show, first }: { trace: Trace; show: Show; first: boolean }) {
  const depth = show.size[1];
  return (
    <g className="overlay-way">
      <path className="overlay-way-line" d={path(trace.path, depth, false)} />
      {(trace.stretches ?? [])
        .filter((one) => one.why)
        .map((one, i) => {
          const a = draw(one.start, depth);
          const b = draw(one.to, depth);
          return (
            <g key={i}>
              <line className="overlay-way-slow" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
              {first && (
                <text className="overlay-name small" x={(a.x + b.x) / 2} y={(a.y + b.y) / 2} textAnchor="middle">
                  {stands(one) ? `${one.why}: ${far(one.cost, show)}` : one.why}
                </text>
              )}
            </g>
          );
        })}
    </g>
  );
}

/** How likely an attack does something, in a word for the style sheet. */
const likely = (chance: number | null): string =>
  chance === null ? "fair" : chance >= 0.4 ? "good" : chance >= 0.15 ? "fair" : chance > 0 ? "poor" : "none";

/** Attacks of an order: from where each would stand, coloured by their chance. */
function Shots({ show, interaction }: { show: Show; interaction: Interaction }) {
  const places = interaction.shots.map(({ from, to, chance }) => {
    const end = interaction.ends[from];
    const at: Point | undefined = end ? [end[0], end[1]] : show.figures[from]?.at;
    return { key: `${from} ${to}`, at, to: show.figures[to]?.at, chance };
  });
  return (
    <>
      {places.map(({ key, at, to, chance }) => {
        if (!at || !to) return null;
        const a = draw(at, show.size[1]);
        const b = draw(to, show.size[1]);
        return <line key={key} className={`shot-line shot-${likely(chance)}`} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
      })}
    </>
  );
}

/** Lines of fire that end at what is in the way: red dots, and a cross on it. */
function Blocked({ show, interaction }: { show: Show; interaction: Interaction }) {
  return (
    <>
      {interaction.blocked.map(({ from, at }) => {
        const end = interaction.ends[from];
        const start: Point | undefined = end ? [end[0], end[1]] : show.figures[from]?.at;
        if (!start) return null;
        const a = draw(start, show.size[1]);
        const b = draw(at, show.size[1]);
        return (
          <g key={from} className="blocked-line">
            <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
            <g transform={`translate(${b.x} ${b.y})`}>
              <path className="blocked-cross to-scale" d="M-5 -5L5 5M5 -5L-5 5" />
            </g>
          </g>
        );
      })}
    </>
  );
}

function Ghosts({ show, interaction }: { show: Show; interaction: Interaction }) {
  return (
    <>
      {Object.entries(interaction.ends).map(([id, [x, y, face]]) => {
        const shown = show.figures[id] ?? interaction.absent[id];
        if (!shown) return null;
        return (
          <Likeness
            key={id}
            shown={{ ...shown, at: [x, y], face }}
            look={lookOf(show, shown)}
            className={`ghost ${interaction.grips.has(id) ? "grip" : ""}`}
          />
        );
      })}
    </>
  );
}

/** Between whoever fires and what he lays: the ground that is swept, as rules with a fringe measure it. */
function Fringe({ show, laid }: { show: Show; laid: Laid }) {
  const from = show.figures[laid.shape.of?.[0] ?? ""];
  if (!from || laid.shape.kind !== "box") return null;
  return (
    <path
      className="laid-fringe"
      d={path(hull([from.at, ...cornersOf(laid.at, laid.face, laid.shape.size ?? [])]), show.size[1])}
    />
  );
}

function LaidThings({ show, interaction }: { show: Show; interaction: Interaction }) {
  return (
    <>
      {interaction.laid.map((one) => (
        <Fringe key={one.id} show={show} laid={one} />
      ))}
      {interaction.laid.map((one) => {
        const at = draw(one.at, show.size[1]);
        const grip = interaction.grips.has(one.id);
        return (
          <g
            key={one.id}
            className={`laid ${grip ? "grip" : ""}`}
            data-figure={one.id}
            role="button"
            tabIndex={grip ? 0 : -1}
            aria-label={`${one.id}, to be put down`}
            transform={`translate(${at.x} ${at.y}) rotate(${degrees(one.face)})`}
          >
            {one.shape.kind === "blast" && <circle className="laid-ring" r={len(one.shape.size?.[1] ?? 0)} />}
            <path className="laid-shape" d={outlineOf(one.shape)} />
            <path className="laid-front" d="M-16 -22L0 -46L16 -22" />
          </g>
        );
      })}
    </>
  );
}

/** Places that an option means: doors, places on a way; a click chooses, and the way is drawn through them. */
function Spots({ show, interaction }: { show: Show; interaction: Interaction }) {
  const depth = show.size[1];
  const { way, onSpot } = interaction;
  return (
    <>
      {way.length > 1 && <path className="overlay-way-line spots-way" d={path([...way], depth, false)} />}
      {interaction.spots.map((spot) => {
        const at = draw(spot.at, depth);
        return (
          <circle
            key={spot.id}
            className="spot"
            data-spot={spot.id}
            role="button"
            tabIndex={0}
            aria-label={spot.label}
            cx={at.x}
            cy={at.y}
            r="34"
            onClick={(event) => event.detail === 0 && onSpot?.(spot.id)} // of no pointer: gestures.ts sees those
            onKeyDown={(event) => {
              if (event.key === "Enter") onSpot?.(spot.id);
            }}
          >
            <title>{spot.label}</title>
          </circle>
        );
      })}
    </>
  );
}

const FINGER = 24; // pixels on any zoom: a finger finds what is 44 pixels wide

function Handle({ show, handle }: { show: Show; handle: NonNullable<Interaction["handle"]> }) {
  const at = draw(handle.at, show.size[1]);
  const tip = draw(ahead(handle.at, handle.face, handle.reach), show.size[1]);
  return (
    <g className="handle" aria-hidden="true">
      <line x1={at.x} y1={at.y} x2={tip.x} y2={tip.y} />
      <circle className="handle-knob" cx={tip.x} cy={tip.y} r="20" data-turn="1" />
      <g transform={`translate(${tip.x} ${tip.y})`}>
        <circle className="handle-touch to-scale" r={FINGER} data-turn="1" />
      </g>
    </g>
  );
}

export function Overlay({ show, blind }: { show: Show; blind: boolean }) {
  const interaction = useStore(useContext(InteractionContext));
  const pointing = useStore(useContext(PointingContext));
  const measured = show.measures && !blind;
  const selected = show.figures[pointing.figure];
  const alone = interaction.traces.length <= 1;
  const dear = interaction.traces.reduce<Trace | null>((most, one) => (!most || one.cost > most.cost ? one : most), null);
  return (
    <g className={`overlay ${interaction.why ? "refused" : ""}`}>
      <clipPath id="cloth">
        <rect width={len(show.size[0])} height={len(show.size[1])} />
      </clipPath>
      <g clipPath="url(#cloth)">
        {measured && interaction.paces && <PaceRings show={show} paces={interaction.paces} />}
        {measured && selected && !selected.within && !interaction.paces && (
          <Ranges
            show={show}
            shown={interaction.ends[selected.id] ? moved(selected, interaction.ends[selected.id]!) : selected}
          />
        )}
      </g>
      {interaction.reached && <path className="reach-area" d={path(interaction.reached, show.size[1])} />}
      {interaction.ribbon && <Ribbon {...interaction.ribbon} depth={show.size[1]} />}
      {interaction.traces.map((trace) => (
        <Way key={trace.who} trace={trace} show={show} first={alone || trace === dear} />
      ))}
      <Hulls traces={interaction.traces} depth={show.size[1]} />
      {interaction.point && (
        <circle
          className="pointed"
          cx={draw(interaction.point, show.size[1]).x}
          cy={draw(interaction.point, show.size[1]).y}
          r="70"
        />
      )}
      <Spots show={show} interaction={interaction} />
      <LaidThings show={show} interaction={interaction} />
      <Blocked show={show} interaction={interaction} />
      <Shots show={show} interaction={interaction} />
      <Ghosts show={show} interaction={interaction} />
      <Meets traces={interaction.traces} show={show} />
      {interaction.handle && <Handle show={show} handle={interaction.handle} />}
      {(!blind || !show.measures) && pointing.look && <Sight show={show} look={pointing.look} />}
      {measured && pointing.ruler && <Ruler show={show} ruler={pointing.ruler} />}
    </g>
  );
}

const moved = (shown: Shown, [x, y, face]: readonly [number, number, number]): Shown => ({ ...shown, at: [x, y], face });
