/** What is left of a battle: the fallen where they fell, and scorched ground. A click tells who it was; K hides them. */

import { type CSSProperties, useState } from "react";
import { degrees, draw, len, reach, scatter } from "../geometry";
import type { Fallen } from "../remains";
import { called, sideNumber } from "../show";
import type { Scene } from "../stage";
import { type Store, useSlice } from "../store";
import type { Show } from "../wire";
import { bodyName } from "./Bodies";

const OLD = 2; // rounds, then they fade

/** Who it was, when, and by whom. */
export const epitaph = (show: Show, one: Fallen): string =>
  [
    `${called(show, one.id) === one.id ? one.name : called(show, one.id)} fell`,
    `in ${show.tracker.word ?? "round"} ${one.round}`,
    one.by && `by ${called(show, one.by)}`,
  ]
    .filter(Boolean)
    .join(" ");

function Lying({ show, one }: { show: Show; one: Fallen }) {
  const at = draw(one.at, show.size[1]);
  const r = len(reach(one.size));
  const chance = scatter(one.id);
  const turn = degrees(one.face ?? 0) + 70 + chance() * 60;
  const [told, setTold] = useState(false);
  const old = show.tracker.round - one.round >= OLD;
  const words = epitaph(show, one);
  return (
    <g
      className={`lying s${sideNumber(show, one.side) % 8} ${old ? "old" : ""}`}
      transform={`translate(${at.x} ${at.y})`}
      onPointerDown={() => setTold(!told)}
    >
      <title>{words}</title>
      <ellipse className="lying-stain" rx={r * 0.95} ry={r * 0.7} />
      <g className="body-size" style={{ "--r": r } as CSSProperties}>
        <g transform={`rotate(${turn}) scale(.95 .62)`}>
          <use className="body" href={`#${bodyName(show, one)}`} />
        </g>
      </g>
      <circle className="lying-dot" cx={r * 0.6} cy={r * 0.55} r={r * 0.16} />
      {told && (
        <text className="overlay-name" dy="-1.6em" textAnchor="middle">
          {words}
        </text>
      )}
    </g>
  );
}

export function Remains({ scene, hidden }: { scene: Store<Scene>; hidden: boolean }) {
  const show = useSlice(scene, (now) => now.show);
  const fallen = useSlice(scene, (now) => now.fallen);
  const scars = useSlice(scene, (now) => now.scars);
  return (
    <g className="remains" aria-hidden="true">
      {scars.length > 0 && (
        <clipPath id="scorched">
          <rect width={len(show.size[0])} height={len(show.size[1])} />
        </clipPath>
      )}
      <g clipPath="url(#scorched)">
        {scars.map((scar, i) => {
          const at = draw(scar.at, show.size[1]);
          const r = len(Math.max(scar.radius, 500));
          return <circle key={i} className="scar" cx={at.x} cy={at.y} r={r * 0.8} />;
        })}
      </g>
      {!hidden &&
        Object.values(fallen)
          .filter((one) => !show.figures[one.id])
          .map((one) => <Lying key={one.id} show={show} one={one} />)}
    </g>
  );
}
