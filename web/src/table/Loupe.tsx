/** What a finger covers while it drags something small, twice as large, beside the finger. */

import { useContext, useEffect, useRef } from "react";
import { len, reach } from "../geometry";
import { useStore } from "../store";
import type { Show } from "../wire";
import type { Camera } from "./camera";
import { PointingContext } from "./pointer";

const SIZE = 140; // pixels
const TIMES = 2;
const SMALL = 24; // pixels: bases below that are covered by a finger
const AWAY = 46; // pixels between the finger and the glass

/** Where the glass is held: over the finger, or under it where there is no room; never outside. */
export function glassAt(x: number, y: number, wide: number): { left: number; top: number } {
  const above = y - AWAY - SIZE;
  return { left: Math.min(Math.max(0, x - SIZE / 2), Math.max(0, wide - SIZE)), top: above >= 0 ? above : y + AWAY };
}

/** Is this base smaller on the screen than a finger needs? */
export const isSmall = (size: readonly number[], zoom: number): boolean => 2 * len(reach(size)) * zoom < SMALL;

export function Loupe({ show, camera }: { show: Show; camera: Camera }) {
  const { finger } = useStore(useContext(PointingContext));
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = finger && show.figures[finger.figure];
  const held = !!shown && isSmall(shown.size, camera.zoom);
  const { view } = camera;
  const wide = SIZE / TIMES / camera.zoom;
  const middle = finger && { x: view.x + finger.x / camera.zoom, y: view.y + finger.y / camera.zoom };
  useEffect(() => {
    const into = canvas.current?.getContext("2d");
    if (into && middle) camera.paint(into, middle, wide);
  });
  if (!held || !middle) return null;
  return (
    <div className="loupe" style={glassAt(finger.x, finger.y, view.wide * camera.zoom)} aria-hidden="true">
      <canvas ref={canvas} width={SIZE} height={SIZE} />
      <svg
        viewBox={`${middle.x - wide / 2} ${middle.y - wide / 2} ${wide} ${wide}`}
        width={SIZE}
        height={SIZE}
        style={{ "--k": (camera.zoom * TIMES).toFixed(5) } as React.CSSProperties}
      >
        <title>What lies under the finger</title>
        <use href="#table-world" />
      </svg>
    </div>
  );
}
