/** A unit at a glance: one silhouette for each figure; hollow who is shaken, a cross for the fallen. */

import type { Card, Show } from "../wire";

const MAN = "M5 1.2A1.7 1.7 0 1 1 5 4.6A1.7 1.7 0 1 1 5 1.2ZM5 5.2C7.6 5.2 8.6 7 8.6 9.2V12.8H1.4V9.2C1.4 7 2.4 5.2 5 5.2Z";
const HULL = "M1.2 8.2H8.8V12.2H1.2ZM2.6 8V5.4H6V8M6 6.4H9.6";
const CROSS = "M2 5L8 11M8 5L2 11";
const HULLS: readonly (string | undefined)[] = ["vehicle", "walker", "ship", "gun"];
const MOST = 24; // more than that is a crowd: a number says it better
const SHAKEN: readonly string[] = ["stunned"];

export function Silhouettes({ card, show }: { card: Card; show: Show }) {
  const there = card.figures.map((name) => show.figures[name]).filter((one) => !!one);
  const waiting = Math.max(0, card.left - there.length); // not on the table yet, or aboard something
  const fallen = Math.max(0, card.of - card.left);
  if (card.of > MOST) return null;
  const signs = [
    ...there.map((one) => ({
      hull: HULLS.includes(show.models[one.model]?.role),
      way: one.afraid || (one.flags ?? []).some((flag) => SHAKEN.includes(flag)) ? "shaken" : "well",
    })),
    ...Array.from({ length: waiting }, () => ({ hull: false, way: "waiting" })),
    ...Array.from({ length: fallen }, () => ({ hull: false, way: "fallen" })),
  ];
  return (
    <span className="silhouettes" aria-hidden="true">
      {signs.map(({ hull, way }, i) => (
        <svg key={i} className={`silhouette ${way}`} viewBox="0 0 10 14" width="10" height="14" aria-hidden="true">
          <path d={way === "fallen" ? CROSS : hull ? HULL : MAN} />
        </svg>
      ))}
    </span>
  );
}
