/** What is to be seen while it happens: walking, blows, bursts, those who fall, what comes over them. */

import { useEffect, useState } from "react";
import { along, draw, len, reach, swing } from "../geometry";
import { calm } from "../settings";
import { type Play, STAGGER } from "../stage";
import type { Burst, Fell, Felt, Seen, Shielded, Show, Shown, Struck, Went } from "../wire";
import { Likeness } from "./Figure";
import { lookOf } from "./Figures";

/** From 0 to 1 while a play lasts. */
function useShare(play: Play | null): number {
  const [share, setShare] = useState(0);
  useEffect(() => {
    if (!play) return undefined;
    let frame = 0;
    const tick = (): void => {
      const now = Math.min(1, (performance.now() - play.began) / play.ms);
      setShare(now);
      if (now < 1) frame = requestAnimationFrame(tick);
    };
    tick();
    return () => cancelAnimationFrame(frame);
  }, [play]);
  return play ? share : 0;
}

const eased = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) ** 2 / 2);

function Walking({ show, seen, share }: { show: Show; seen: Went; share: number }) {
  const shown = show.figures[seen.figure];
  if (!shown) return null;
  const points =
    seen.path[0] && seen.path[0][0] === shown.at[0] && seen.path[0][1] === shown.at[1] ? seen.path : [shown.at, ...seen.path];
  const { at } = along(points, eased(share));
  const start = shown.face ?? 0;
  const face = seen.face === null || seen.face === undefined ? start : start + swing(start, seen.face) * share;
  const line = points.map((p, i) => `${i ? "L" : "M"}${draw(p, show.size[1]).x} ${draw(p, show.size[1]).y}`).join("");
  return (
    <>
      <path className="trail" d={line} />
      <Likeness
        shown={{ ...shown, at, face: shown.face === null ? null : face }}
        look={lookOf(show, shown)}
        className="walking"
      />
    </>
  );
}

const NOBODY: ReadonlySet<string> = new Set();
const FLASH = 0.16; // of the time: the muzzle
const FLIGHT = 0.42; // and until it is there

function Blow({ show, seen, share }: { show: Show; seen: Struck; share: number }) {
  const from = show.figures[seen.figure];
  const to = show.figures[seen.target];
  if (!from || !to) return null;
  const a = draw(from.at, show.size[1]);
  const b = draw(to.at, show.size[1]);
  const size = len(reach(to.size));
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  if (seen.melee) return <Clash a={a} b={b} size={size} hit={seen.hit} share={share} ux={ux} uy={uy} />;
  const start = len(reach(from.size)) * 1.2;
  const end = seen.hit ? far - size * 0.5 : far + size * 1.3;
  const aside = seen.hit ? 0 : size * 0.9;
  const head = start + (end - start) * Math.min(1, share / FLIGHT);
  const tail = Math.max(start, head - Math.min(220, far * 0.35));
  const at = (along: number): { x: number; y: number } => ({
    x: a.x + ux * along - (uy * aside * along) / end,
    y: a.y + uy * along + (ux * aside * along) / end,
  });
  const after = Math.max(0, (share - FLIGHT) / (1 - FLIGHT));
  return (
    <g className={`blow ${seen.hit ? "blow-hit" : "blow-miss"}`}>
      {share < FLASH && <circle className="muzzle" cx={at(start).x} cy={at(start).y} r={26 * (1 - share / FLASH) + 8} />}
      {share < FLIGHT && <line className="streak" x1={at(tail).x} y1={at(tail).y} x2={at(head).x} y2={at(head).y} />}
      {share >= FLIGHT && seen.hit && (
        <circle className="hit-ring" cx={b.x} cy={b.y} r={size * (0.8 + after)} opacity={1 - after} />
      )}
      {share >= FLIGHT && !seen.hit && (
        <>
          <circle className="puff" cx={at(end).x} cy={at(end).y} r={12 + 34 * after} opacity={0.8 * (1 - after)} />
          <text className="overlay-name" x={b.x} y={b.y - size} dy="-.4em" textAnchor="middle" opacity={1 - after * 0.8}>
            miss
          </text>
        </>
      )}
    </g>
  );
}

interface At {
  x: number;
  y: number;
}

/** Hand to hand: two arcs cross between them. */
function Clash({
  a,
  b,
  size,
  hit,
  share,
  ux,
  uy,
}: {
  a: At;
  b: At;
  size: number;
  hit: boolean;
  share: number;
  ux: number;
  uy: number;
}) {
  const swing = Math.sin(Math.min(1, share * 1.6) * Math.PI);
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const turn = (Math.atan2(uy, ux) * 180) / Math.PI;
  const r = size * 1.1;
  return (
    <g className={`clash ${hit ? "blow-hit" : "blow-miss"}`} transform={`translate(${x} ${y}) rotate(${turn})`} opacity={swing}>
      <path d={`M${-r * 0.5} ${-r}Q${r * 0.7} 0 ${-r * 0.5} ${r}`} />
      <path d={`M${r * 0.5} ${-r}Q${-r * 0.7} 0 ${r * 0.5} ${r}`} />
      {hit && <circle className="hit-ring" cx={size} cy="0" r={size * (0.8 + share)} opacity={1 - share} />}
    </g>
  );
}

function Blast({ show, seen, share }: { show: Show; seen: Burst; share: number }) {
  const at = draw(seen.at, show.size[1]);
  const radius = len(Math.max(seen.radius, 400));
  return (
    <g className="blast" opacity={1 - share * share}>
      <circle cx={at.x} cy={at.y} r={radius * (0.3 + 0.7 * eased(Math.min(1, share * 1.6)))} />
      <circle className="blast-core" cx={at.x} cy={at.y} r={radius * 0.5 * (1 - share)} />
    </g>
  );
}

/** He folds and lies down; what is left of him is drawn from then on. */
function Falling({ show, seen, share }: { show: Show; seen: Fell; share: number }) {
  const shown = show.figures[seen.figure];
  if (!shown) return null;
  const at = draw(shown.at, show.size[1]);
  const folded = Math.min(1, share * 2);
  return (
    <g
      transform={`translate(${at.x} ${at.y}) rotate(${70 * folded}) scale(${1 - 0.05 * folded} ${1 - 0.38 * folded}) translate(${-at.x} ${-at.y})`}
    >
      <Likeness shown={shown} look={lookOf(show, shown)} className="falling" opacity={1 - share * 0.5} />
    </g>
  );
}

function Feeling({ show, seen, share }: { show: Show; seen: Felt; share: number }) {
  const one = standsFor(show, seen.who);
  if (!one) return null;
  const at = draw(one.at, show.size[1]);
  return (
    <text
      className={`overlay-name felt ${seen.good ? "good" : "bad"}`}
      x={at.x}
      y={at.y}
      dy={`${-1.2 - share * 1.4}em`}
      textAnchor="middle"
      opacity={1.7 - share * 1.5}
    >
      {seen.text}
    </text>
  );
}

export function Effects({ show, play }: { show: Show; play: Play | null }) {
  const share = useShare(play);
  if (!play) return null;
  if (calm())
    return (
      <g className="effects" aria-hidden="true">
        {play.seen.map((seen, i) => (
          <Glance key={`${play.id}-${i}`} show={show} seen={seen} />
        ))}
      </g>
    );
  return (
    <g className="effects" aria-hidden="true">
      {play.seen.map((seen, i) => {
        const key = `${play.id}-${i}`;
        if (seen.type === "went") return <Walking key={key} show={show} seen={seen} share={share} />;
        if (seen.type === "struck")
          return <Blow key={key} show={show} seen={seen} share={staggered(share, i, play.seen.length, play.ms)} />;
        if (seen.type === "saved") return <Shield key={key} show={show} seen={seen} share={share} />;
        if (seen.type === "burst") return <Blast key={key} show={show} seen={seen} share={share} />;
        if (seen.type === "fell") return <Falling key={key} show={show} seen={seen} share={share} />;
        return <Feeling key={key} show={show} seen={seen} share={share} />;
      })}
    </g>
  );
}

/** A shield flashes over whoever was hit and is none the worse. */
function Shield({ show, seen, share }: { show: Show; seen: Shielded; share: number }) {
  const one = standsFor(show, seen.who);
  if (!one) return null;
  const at = draw(one.at, show.size[1]);
  const r = len(reach(one.size)) * 1.1;
  return (
    <path
      className="shield"
      transform={`translate(${at.x} ${at.y}) scale(${(r / 10) * (0.8 + 0.3 * Math.min(1, share * 3))})`}
      d="M0 -10L9 -6.5V0C9 6 4.5 9.5 0 12C-4.5 9.5 -9 6 -9 0V-6.5Z"
      opacity={1 - share * share}
    />
  );
}

const SAID: Record<Seen["type"], (seen: Seen) => string> = {
  went: () => "",
  struck: (seen) => (seen.type === "struck" && seen.hit ? "hit" : "miss"),
  saved: () => "saved",
  burst: () => "burst",
  fell: () => "falls",
  felt: (seen) => (seen.type === "felt" ? seen.text : ""),
};

/** For whom movement is unwanted: the same in a word where it happens. */
function Glance({ show, seen }: { show: Show; seen: Seen }) {
  const id = seen.type === "struck" ? seen.target : seen.type === "saved" || seen.type === "felt" ? seen.who : "";
  const one = standsFor(show, seen.type === "fell" ? seen.figure : id);
  const at = seen.type === "burst" ? seen.at : one?.at;
  if (!at) return null;
  const { x, y } = draw(at, show.size[1]);
  return (
    <text className="overlay-name glance" x={x} y={y - (one ? len(reach(one.size)) : 0)} dy="-.4em" textAnchor="middle">
      {SAID[seen.type](seen)}
    </text>
  );
}

/** A figure, or the first of a unit that stands. */
const standsFor = (show: Show, who: string): Shown | undefined =>
  show.figures[who] ?? (show.units[who]?.figures ?? []).map((id) => show.figures[id]).find(Boolean);

/** The share of one shot of a salvo: each begins a little after the one before. */
export function staggered(share: number, at: number, count: number, ms: number): number {
  if (count <= 1) return share;
  const each = ms - STAGGER * (count - 1);
  return Math.min(1, Math.max(0, (share * ms - STAGGER * at) / Math.max(1, each)));
}

/** Who is drawn by an effect, and not where he stood. */
export function underWay(play: Play | null): ReadonlySet<string> {
  if (calm()) return NOBODY;
  return new Set((play?.seen ?? []).flatMap((seen) => (seen.type === "went" || seen.type === "fell" ? [seen.figure] : [])));
}
