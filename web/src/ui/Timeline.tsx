/** The battle as a strip: rounds, and in them who decided, with those who fell. */

import { memo } from "react";
import { sideNumber } from "../show";
import type { Scene } from "../stage";
import { type Store, useSlice } from "../store";
import { badge } from "../table/Symbols";
import type { Beat, Party } from "../wire";

const LATE = 85; // of a hundred: a name over a mark behind that ends at it
const APART = 30; // of a hundred: names nearer to each other would not be read

interface Mark {
  n: number;
  at: number;
  side: number;
  fallen: boolean;
  round: string;
}

/** What of a story is worth a mark: chapters, casualties and the beginnings of rounds. */
function marksOf(story: readonly Beat[], parties: readonly Party[]): Mark[] {
  const found: Mark[] = [];
  for (const [at, beat] of story.entries()) {
    const told = beat.told ?? [];
    const heading = told.find((line) => line.depth === 0)?.text ?? "";
    const fallen = told.some((line) => line.seen?.type === "fell");
    const chapter = told.some((line) => line.depth === 1);
    if (heading || fallen || chapter)
      found.push({ n: beat.n, at, side: sideNumber({ parties }, beat.by.side ?? ""), fallen, round: heading });
  }
  return found;
}

export const Timeline = memo(function Timeline({ scene }: { scene: Store<Scene> }) {
  const story = useSlice(scene, (now) => now.story);
  const parties = useSlice(scene, (now) => now.show.parties);
  const marks = marksOf(story, parties);
  const total = Math.max(1, story.length - 1);
  const place = (index: number): number => 2.5 + (93 * index) / total;
  let lastName = -100;
  return (
    <div className="timeline">
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <line x1="1.5" x2="97" y1="6.4" y2="6.4" className="timeline-line" vectorEffect="non-scaling-stroke" />
        <line x1="1.5" x2={place(total)} y1="6.4" y2="6.4" className="timeline-past" vectorEffect="non-scaling-stroke" />
      </svg>
      {marks.map((mark) => {
        const x = place(mark.at);
        const named = mark.round && x - lastName > APART;
        if (named) lastName = x;
        return (
          <span key={mark.n} className={`timeline-mark s${mark.side} ${mark.round ? "round" : ""}`} style={{ left: `${x}%` }}>
            <svg viewBox="-1.2 -1.2 2.4 2.4" width={mark.fallen ? 12 : 9} height={mark.fallen ? 12 : 9} aria-hidden="true">
              <path d={badge(mark.side)} className={mark.round ? "timeline-round" : "badge"} />
              {mark.fallen && <path className="timeline-fallen" d="M-.5 -.5L.5 .5M.5 -.5L-.5 .5" />}
            </svg>
            {named && <span className={`timeline-name ${x > LATE ? "late" : ""}`}>{mark.round.split(/[:;]/)[0]}</span>}
          </span>
        );
      })}
    </div>
  );
});
