/** What is to be seen while it happens: walking, blows, bursts, those who fall, what comes over them. */

import { useEffect, useState } from "react";
import { along, draw, len, reach, swing } from "../geometry";
import type { Play } from "../stage";
import type { Burst, Fell, Felt, Show, Struck, Went } from "../wire";
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

function Blow({ show, seen, share }: { show: Show; seen: Struck; share: number }) {
  const from = show.figures[seen.figure];
  const to = show.figures[seen.target];
  if (!from || !to) return null;
  const a = draw(from.at, show.size[1]);
  const b = draw(to.at, show.size[1]);
  const flown = Math.min(1, share / 0.6);
  const past = seen.hit ? 1 : 1.12;
  const p = { x: a.x + (b.x - a.x) * flown * past, y: a.y + (b.y - a.y) * flown * past };
  const size = len(reach(to.size));
  return (
    <g className={`blow ${seen.hit ? "blow-hit" : "blow-miss"} ${seen.melee ? "blow-melee" : ""}`}>
      <line className="blow-line" x1={a.x} y1={a.y} x2={p.x} y2={p.y} opacity={1 - share * 0.6} />
      {share < 0.62 && <circle className="blow-shot" cx={p.x} cy={p.y} r="14" />}
      {share >= 0.55 && seen.hit && (
        <path
          className="blow-star"
          transform={`translate(${b.x} ${b.y}) scale(${size * (0.8 + share)})`}
          d="M0 -1L.22 -.3L.87 -.5L.4 0L.87 .5L.22 .3L0 1L-.22 .3L-.87 .5L-.4 0L-.87 -.5L-.22 -.3Z"
          opacity={1.8 - share * 1.6}
        />
      )}
      {share >= 0.55 && !seen.hit && (
        <text className="overlay-name" x={b.x} y={b.y - size} dy="-.4em" textAnchor="middle" opacity={1.6 - share}>
          miss
        </text>
      )}
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

function Falling({ show, seen, share }: { show: Show; seen: Fell; share: number }) {
  const shown = show.figures[seen.figure];
  if (!shown) return null;
  const at = draw(shown.at, show.size[1]);
  const size = len(reach(shown.size));
  return (
    <g>
      <Likeness shown={shown} look={lookOf(show, shown)} className="falling" opacity={1 - share} />
      <path
        className="effect-cross"
        transform={`translate(${at.x} ${at.y}) scale(${size})`}
        d="M-.7 -.7L.7 .7M.7 -.7L-.7 .7"
        opacity={1 - share * 0.7}
      />
    </g>
  );
}

function Feeling({ show, seen, share }: { show: Show; seen: Felt; share: number }) {
  const one = show.figures[seen.who] ?? (show.units[seen.who]?.figures ?? []).map((id) => show.figures[id]).find(Boolean);
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
  return (
    <g className="effects" aria-hidden="true">
      {play.seen.map((seen, i) => {
        const key = `${play.id}-${i}`;
        if (seen.type === "went") return <Walking key={key} show={show} seen={seen} share={share} />;
        if (seen.type === "struck") return <Blow key={key} show={show} seen={seen} share={share} />;
        if (seen.type === "burst") return <Blast key={key} show={show} seen={seen} share={share} />;
        if (seen.type === "fell") return <Falling key={key} show={show} seen={seen} share={share} />;
        return <Feeling key={key} show={show} seen={seen} share={share} />;
      })}
    </g>
  );
}

/** Who is drawn by an effect, and not where he stood. */
export function underWay(play: Play | null): ReadonlySet<string> {
  return new Set((play?.seen ?? []).flatMap((seen) => (seen.type === "went" || seen.type === "fell" ? [seen.figure] : [])));
}
