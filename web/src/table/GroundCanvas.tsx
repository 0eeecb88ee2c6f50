/** The cloth and everything that lies still on it, baked into a canvas below the figures. */

import { memo, useEffect, useMemo, useRef, useState } from "react";
import { INCH, len } from "../geometry";
import type { Scene } from "../stage";
import type { Store } from "../store";
import type { Drawn, Show, TableDrawn } from "../wire";
import type { Camera } from "./camera";
import { Bake, type Board, closeUp, covers, FRAME, fineness, type Laid, type Room } from "./drawn/bake";
import { drawnPieces, drawnTable, type Sight } from "./drawn/drawings";
import { clearings, isInside } from "./drawn/fading";

const SETTLED = 160; // milliseconds without zooming, then the ground is baked as fine as it is seen
const FINER = 1.15; // so many times finer is worth a picture of its own
const LOW = ["hill", "lake", "water", "ford", "shallows", "road", "rough", "crater"];

/** What lies flat comes before what stands on it. */
const rank = (kind: string): number => (LOW.includes(kind) ? LOW.indexOf(kind) : LOW.length);

export type Still = Pick<Show, "size" | "unit" | "factor" | "ground" | "cloth">;

/** The drawings of a table's ground, as they come. */
function useDrawings(still: Still, sight: Sight): { pieces: ReadonlyMap<string, Drawn>; table: TableDrawn | null } {
  const [pieces, setPieces] = useState<ReadonlyMap<string, Drawn>>(new Map());
  const [table, setTable] = useState<TableDrawn | null>(null);
  useEffect(() => {
    let current = true;
    drawnTable(sight, still.cloth ?? "")
      .then((found) => current && setTable(found))
      .catch(() => undefined); // a plain cloth then
    return () => {
      current = false;
    };
  }, [sight, still.cloth]);
  useEffect(() => {
    let current = true;
    drawnPieces(sight, still.ground ?? [])
      .then((found) => current && setPieces(found))
      .catch(() => undefined); // their outlines are drawn
    return () => {
      current = false;
    };
  }, [sight, still.ground]);
  return { pieces, table };
}

const PACE = 200; // milliseconds between looks at who stands where

/** Where everybody stands, looked at now and then: a battle may pass quickly. */
function useFigures(scene: Store<Scene>): Show["figures"] {
  const [figures, setFigures] = useState(() => scene.get().show.figures);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = scene.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setFigures(scene.get().show.figures);
      }, PACE);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [scene]);
  return figures;
}

/** The pieces with who stands below their crowns and roofs. */
function useLaid(still: Still, figures: Show["figures"], pieces: ReadonlyMap<string, Drawn>): Laid[] {
  const all = useMemo(
    () =>
      [...(still.ground ?? [])]
        .sort((a, b) => rank(a.kind) - rank(b.kind))
        .flatMap((piece) => (pieces.get(piece.id) ? [{ piece, drawn: pieces.get(piece.id)! }] : [])),
    [still.ground, pieces],
  );
  const kept = useRef<{ key: string; laid: Laid[] }>({ key: "", laid: [] });
  const look = { depth: still.size[1], figures: Object.values(figures) };
  const laid = all.map(({ piece, drawn }) => ({
    id: piece.id,
    drawn,
    clearings: drawn.lifts === "crowns" ? clearings(piece, look) : [],
    lifted: drawn.lifts === "roof" && isInside(piece, look),
  }));
  const key = JSON.stringify(laid.map((one) => [one.id, one.drawn.box, one.drawn.lies.length, one.clearings, one.lifted]));
  if (kept.current.key !== key) kept.current = { key, laid };
  return kept.current.laid;
}

export const GroundCanvas = memo(function GroundCanvas({
  still,
  scene,
  camera,
  turned,
  grid,
}: {
  still: Still;
  scene: Store<Scene>;
  camera: Camera;
  turned: boolean;
  grid: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const near = useRef<HTMLCanvasElement>(null);
  const { size, unit, factor } = still;
  const sight = useMemo<Sight>(() => ({ size, unit, factor: factor ?? 1, turned }), [size, unit, factor, turned]);
  const figures = useFigures(scene);
  const { pieces, table } = useDrawings(still, sight);
  const laid = useLaid(still, figures, pieces);
  const board = useMemo<Board>(
    () => ({
      wide: len(size[0]),
      deep: len(size[1]),
      table,
      pieces: laid,
      grid: grid ? (unit === "cm" ? (10 * INCH) / 2.54 : 6 * INCH) : 0,
    }),
    [size, unit, table, laid, grid],
  );
  const bake = useRef<Bake | null>(null);
  useEffect(() => {
    const element = canvas.current!;
    const finer = near.current!;
    bake.current ??= new Bake(element);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let done = 0;
    let here = true;
    let seen: { room: Room; wanted: number } | null = null;
    /** Where the whole cannot be as fine as it is seen, the part that is seen is drawn by itself. */
    const drawClose = (wanted: number, scale: number): void => {
      const { view } = camera;
      if (wanted < scale * FINER) {
        seen = null;
        camera.layClose(finer, null, 1);
        return;
      }
      if (seen && seen.wanted === wanted && covers(seen.room, view, board)) return;
      const room = closeUp(view, board);
      if (!room) return;
      seen = { room, wanted };
      const fine = bake.current!.closeUp(finer, board, wanted, room);
      camera.layClose(finer, room, fine);
    };
    const draw = async (): Promise<void> => {
      const wanted = camera.zoom * (globalThis.devicePixelRatio || 1);
      const scale = fineness(wanted, board.wide, board.deep);
      if (scale !== done) {
        done = scale;
        if (!(await bake.current!.draw(board, scale)) || !here) return;
        camera.lay(element, FRAME, scale);
      }
      drawClose(wanted, scale);
    };
    const settle = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void draw(), SETTLED);
    };
    void draw();
    const ends = [camera.onZoom(settle), camera.onView(settle)];
    return () => {
      here = false;
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [board, camera]);
  return (
    <>
      <canvas ref={canvas} className="table-ground" aria-hidden="true" />
      <canvas ref={near} className="table-ground table-close" aria-hidden="true" />
    </>
  );
});
