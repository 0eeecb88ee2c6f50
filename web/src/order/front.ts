/** A front drawn by hand: from the left flank to the right, with the right mouse button, or with any pointer after a button. */

import { createContext, useEffect, useMemo, useState } from "react";
import { Store } from "../store";
import type { Camera } from "../table/camera";
import type { Point } from "../wire";

/** What a front that is drawn means to the order at hand. */
export type Front = (left: Point, right: Point) => void;

export interface Fronts {
  means: Store<Front | null>;
  /** Does the next drag draw one, whatever the pointer? */
  drawing: boolean;
  draw: (on: boolean) => void;
}

export const FrontContext = createContext<Fronts>({
  means: new Store<Front | null>(null),
  drawing: false,
  draw: () => undefined,
});

/** A line on the screen, inside the table's box. */
export interface Line {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

const RIGHT = 2;

/** Listens for fronts on the table, and gives the line that is being drawn. */
export function useFronts(box: HTMLElement | null, camera: Camera): { line: Line | null; fronts: Fronts } {
  const [line, setLine] = useState<Line | null>(null);
  const [drawing, draw] = useState(false);
  const front = useMemo(() => new Store<Front | null>(null), []);
  useEffect(() => {
    if (!box) return undefined;
    let start: { id: number; x: number; y: number } | null = null;
    const inBox = (x: number, y: number): { x: number; y: number } => {
      const { left, top } = box.getBoundingClientRect();
      return { x: x - left, y: y - top };
    };
    const down = (event: PointerEvent): void => {
      const onCloth = (event.target as Element).closest("svg.table");
      if (!front.get() || !onCloth || !(event.button === RIGHT || (drawing && event.button === 0))) return;
      start = { id: event.pointerId, x: event.clientX, y: event.clientY };
      box.setPointerCapture(event.pointerId);
      event.preventDefault();
      event.stopPropagation();
    };
    const move = (event: PointerEvent): void => {
      if (start?.id !== event.pointerId) return;
      event.stopPropagation();
      setLine({ from: inBox(start.x, start.y), to: inBox(event.clientX, event.clientY) });
      front.get()?.(camera.toTable(start.x, start.y), camera.toTable(event.clientX, event.clientY));
    };
    const up = (event: PointerEvent): void => {
      if (start?.id !== event.pointerId) return;
      event.stopPropagation();
      start = null;
      setLine(null);
      draw(false);
    };
    const menu = (event: Event): void => {
      if (front.get() && (event.target as Element).closest("svg.table")) event.preventDefault();
    };
    const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const;
    for (const [name, hear] of Object.entries(heard)) box.addEventListener(name, hear as EventListener, true);
    box.addEventListener("contextmenu", menu);
    return () => {
      for (const [name, hear] of Object.entries(heard)) box.removeEventListener(name, hear as EventListener, true);
      box.removeEventListener("contextmenu", menu);
    };
  }, [box, camera, front, drawing]);
  const fronts = useMemo(() => ({ means: front, drawing, draw }), [front, drawing]);
  return { line, fronts };
}
