/** At the edge of the view: where units are that one does not see; a press goes there. */

import { useEffect, useState } from "react";
import { middle, type XY } from "../geometry";
import { called, sideNumber, standing } from "../show";
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

const APART = 26; // pixels between two arrows

/** Arrows beside each other, where they would lie on one another: along the edge at which they stand, towards its middle. */
export function apart<A extends XY>(arrows: readonly A[], wide: number, deep: number): A[] {
  const found: A[] = [];
  for (const one of arrows) {
    const isUpright = one.x <= INSET || one.x >= wide - INSET;
    const by = (isUpright ? one.y < deep / 2 : one.x < wide / 2) ? APART : -APART;
    let next = one;
    while (found.some((other) => Math.hypot(other.x - next.x, other.y - next.y) < APART))
      next = isUpright ? { ...next, y: next.y + by } : { ...next, x: next.x + by };
    found.push(next);
  }
  return found;
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
  const arrows = Object.values(show.units).flatMap((unit) => {
    const there = standing(show, unit.id).filter((one) => !one.within);
    const at = middle(there.map((one) => one.at));
    const arrow = there.length ? arrowTo(camera.toScreen(at), width, height) : null;
    return arrow ? [{ ...arrow, unit, at }] : [];
  });
  return (
    <div className="edge-arrows">
      {apart(arrows, width, height).map(({ unit, at, x, y, turn }) => (
        <button
          key={unit.id}
          type="button"
          className={`edge-arrow s${sideNumber(show, unit.side) % 8}`}
          style={{ left: x, top: y }}
          aria-label={`To ${called(show, unit.id)}`}
          title={called(show, unit.id)}
          onClick={() => camera.centre(at, true)}
        >
          <svg viewBox="-12 -12 24 24" width="24" height="24" aria-hidden="true">
            <path d="M11 0L-5 -8L-1 0L-5 8Z" transform={`rotate(${turn})`} />
          </svg>
        </button>
      ))}
    </div>
  );
}
