/** At the edge of the view: where units are that one does not see; a press goes there. */

import { useEffect, useState } from "react";
import { middle, type XY } from "../geometry";
import { sideNumber, standing } from "../show";
import type { Show } from "../wire";
import type { Camera } from "./camera";

const INSET = 18; // pixels from the edge
const REST = 120; // milliseconds without moving, then they are drawn anew

/** Where an arrow to a point stands, and which way it looks; null where the point is in view. */
export function arrowTo(at: XY, wide: number, deep: number): { x: number; y: number; turn: number } | null {
  if (at.x >= 0 && at.x <= wide && at.y >= 0 && at.y <= deep) return null;
  const x = Math.min(wide - INSET, Math.max(INSET, at.x));
  const y = Math.min(deep - INSET, Math.max(INSET, at.y));
  return { x, y, turn: Math.round((Math.atan2(at.y - y, at.x - x) * 180) / Math.PI) };
}

export function EdgeArrows({ show, camera }: { show: Show; camera: Camera }) {
  const [, look] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = camera.onView(() => {
      clearTimeout(timer);
      timer = setTimeout(() => look((n) => n + 1), REST); // not with every step of a pan
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [camera]);
  const { wide, deep, times } = camera.view;
  if (times <= 1.02) return null; // all of the table is seen
  const [width, height] = [wide * camera.zoom, deep * camera.zoom];
  return (
    <div className="edge-arrows">
      {Object.values(show.units).map((unit) => {
        const there = standing(show, unit.id).filter((one) => !one.within);
        if (!there.length) return null;
        const at = middle(there.map((one) => one.at));
        const arrow = arrowTo(camera.toScreen(at), width, height);
        if (!arrow) return null;
        return (
          <button
            key={unit.id}
            type="button"
            className={`edge-arrow s${sideNumber(show, unit.side) % 8}`}
            style={{ left: arrow.x, top: arrow.y }}
            aria-label={`To ${unit.name}`}
            title={unit.name}
            onClick={() => camera.centre(at, true)}
          >
            <svg viewBox="-12 -12 24 24" width="24" height="24" aria-hidden="true">
              <path d="M11 0L-5 -8L-1 0L-5 8Z" transform={`rotate(${arrow.turn})`} />
            </svg>
          </button>
        );
      })}
    </div>
  );
}
