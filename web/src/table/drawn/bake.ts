/** The ground baked into one canvas: vectors become pixels once, and panning moves pixels. */

import type { Drawn, TableDrawn } from "../../wire";
import { needed } from "./drawings";
import type { Clearing } from "./fading";

export const FRAME = 62; // drawing units round the cloth: the wood and a little air
const MOST_PIXELS = 7_000_000; // of the whole table
const CLOTH_PIXELS = 1_300_000; // its grain is made of noise, which is costly
const CLOSE_PIXELS = 12_000_000; // of the part that is seen from near by
const BEYOND = 0.3; // of the part that is seen is drawn on each side of it as well: it is not drawn anew for every step aside
const GRAIN = 128; // pixels of the grain that is seen from near by
const FADED = 0.68; // of a crown is taken away over somebody's head
const LIFTED = 0.2; // is left of a roof

/** A piece with what happens to the part above heads. */
export interface Laid {
  id: string;
  drawn: Drawn;
  clearings: readonly Clearing[];
  lifted: boolean;
}

export interface Board {
  wide: number;
  deep: number;
  table: TableDrawn | null;
  pieces: readonly Laid[];
  /** Drawing units between lines of the grid; 0: none. */
  grid: number;
}

export type Room = readonly [number, number, number, number];

/** A drawing as a picture of its own. */
async function pictured(body: string, [left, top, wide, deep]: Room): Promise<HTMLImageElement> {
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${wide} ${deep}" width="${wide}" height="${deep}">` +
    `<defs>${needed(body)}</defs>${body}</svg>`;
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}

const blank = (wide: number, deep: number): HTMLCanvasElement => {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil(wide));
  canvas.height = Math.max(1, Math.ceil(deep));
  return canvas;
};

interface Layer {
  room: Room;
  image: HTMLImageElement;
}

/** Pixels a drawing unit that are worth having: exactly as many as are seen, so that nothing is scaled while panning; within what
 * a canvas may have. */
export function fineness(wanted: number, wide: number, deep: number): number {
  const most = Math.sqrt(MOST_PIXELS / ((wide + 2 * FRAME) * (deep + 2 * FRAME)));
  return Math.min(most, wanted);
}

/** The part of the table to be drawn for this view, and a little more, within the frame; null where there is nothing to see. */
export function closeUp(
  view: { x: number; y: number; wide: number; deep: number },
  board: Pick<Board, "wide" | "deep">,
): Room | null {
  const [dx, dy] = [view.wide * BEYOND, view.deep * BEYOND];
  const [left, top] = [Math.max(-FRAME, view.x - dx), Math.max(-FRAME, view.y - dy)];
  const wide = Math.min(board.wide + FRAME, view.x + view.wide + dx) - left;
  const deep = Math.min(board.deep + FRAME, view.y + view.deep + dy) - top;
  return wide > 0 && deep > 0 ? [left, top, wide, deep] : null;
}

/** Is all of this view, as far as there is any table, inside that part? */
export function covers(
  [left, top, wide, deep]: Room,
  view: { x: number; y: number; wide: number; deep: number },
  board: Pick<Board, "wide" | "deep">,
): boolean {
  return (
    left <= Math.max(-FRAME, view.x) &&
    top <= Math.max(-FRAME, view.y) &&
    left + wide >= Math.min(board.wide + FRAME, view.x + view.wide) &&
    top + deep >= Math.min(board.deep + FRAME, view.y + view.deep)
  );
}

/** What of two states of the same pieces looks different: where it must be drawn anew. */
export function changed(before: readonly Laid[], after: readonly Laid[]): Room[] | null {
  if (before.length !== after.length || before.some((one, i) => one.drawn !== after[i]!.drawn)) return null;
  return after
    .filter((one, i) => {
      const old = before[i]!;
      return old.lifted !== one.lifted || JSON.stringify(old.clearings) !== JSON.stringify(one.clearings);
    })
    .map((one) => one.drawn.box);
}

const meet = (a: Room, b: Room): boolean =>
  a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];

/** The same part, grown to whole pixels: a part that ends within one leaves a seam there. */
export function onPixels([left, top, wide, deep]: Room, scale: number): Room {
  const [x, y] = [Math.floor((left + FRAME) * scale), Math.floor((top + FRAME) * scale)];
  const right = Math.ceil((left + wide + FRAME) * scale);
  const bottom = Math.ceil((top + deep + FRAME) * scale);
  return [x / scale - FRAME, y / scale - FRAME, (right - x) / scale, (bottom - y) / scale];
}

const common = (a: Room, b: Room): Room => {
  const [left, top] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  return [left, top, Math.min(a[0] + a[2], b[0] + b[2]) - left, Math.min(a[1] + a[3], b[1] + b[3]) - top];
};

export class Bake {
  private readonly layers = new Map<string, Layer>();
  private readonly pixels = new Map<string, HTMLCanvasElement>();
  private cloth: { key: string; canvas: HTMLCanvasElement } | null = null;
  /** Everything below heads: it stays while only crowns and roofs change. */
  private floor: HTMLCanvasElement | null = null;
  private last: Board | null = null;
  private scale = 0;
  private turn = 0;

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /** Draw everything with so many pixels a drawing unit, or only what has changed; false if something newer came in between. */
  async draw(board: Board, scale: number): Promise<boolean> {
    const turn = ++this.turn;
    await this.prepare(board);
    if (turn !== this.turn) return false;
    const same = this.last && this.scale === scale && this.last.table === board.table && this.last.grid === board.grid;
    const parts = same ? changed(this.last!.pieces, board.pieces) : null;
    if (parts && this.floor) for (const part of parts) this.patch(board, part);
    else this.whole(board, scale);
    this.last = board;
    return true;
  }

  private whole(board: Board, scale: number): void {
    if (scale !== this.scale) this.pixels.clear();
    this.scale = scale;
    this.floor = blank((board.wide + 2 * FRAME) * scale, (board.deep + 2 * FRAME) * scale);
    const pen = this.pen(this.floor);
    if (pen) this.lay(pen, board);
    this.canvas.width = this.floor.width;
    this.canvas.height = this.floor.height;
    this.patch(board, [-FRAME, -FRAME, board.wide + 2 * FRAME, board.deep + 2 * FRAME]);
  }

  /** A part of the table drawn from its vectors, as fine as it is seen, into another canvas; how fine that is. */
  closeUp(canvas: HTMLCanvasElement, board: Board, wanted: number, room: Room): number {
    const scale = Math.min(wanted, Math.sqrt(CLOSE_PIXELS / (room[2] * room[3])));
    canvas.width = Math.ceil(room[2] * scale);
    canvas.height = Math.ceil(room[3] * scale);
    const pen = canvas.getContext("2d");
    if (!pen) return scale;
    const { wide, deep, pieces, grid, table } = board;
    pen.setTransform(scale, 0, 0, scale, -room[0] * scale, -room[1] * scale);
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, wide, deep);
    pen.clip();
    pen.imageSmoothingQuality = "high";
    if (this.cloth) pen.drawImage(this.cloth.canvas, 0, 0, wide, deep);
    grained(pen, room, scale);
    if (grid) lined(pen, wide, deep, grid);
    const there = pieces.filter((one) => meet(one.drawn.box, room));
    for (const { drawn } of there) this.vector(pen, drawn.lies);
    for (const piece of there) this.coverClose(pen, piece, scale, room);
    if (table) this.vector(pen, table.lamp);
    pen.restore();
    if (table) this.vector(pen, table.frame);
    return scale;
  }

  private vector(pen: CanvasRenderingContext2D, key: string): void {
    const layer = this.layers.get(key);
    if (layer) pen.drawImage(layer.image, ...layer.room);
  }

  /** Crowns and roofs from near by: they fade as they do from afar. */
  private coverClose(pen: CanvasRenderingContext2D, piece: Laid, scale: number, room: Room): void {
    const { drawn, clearings, lifted } = piece;
    const over = drawn.over ?? "";
    if (!over) return;
    if (!clearings.length) {
      pen.globalAlpha = lifted ? LIFTED : 1;
      this.vector(pen, over);
      pen.globalAlpha = 1;
      return;
    }
    const part = common(drawn.box, room);
    const canvas = blank(part[2] * scale, part[3] * scale);
    const crowns = canvas.getContext("2d")!;
    crowns.setTransform(scale, 0, 0, scale, -part[0] * scale, -part[1] * scale);
    this.vector(crowns, over);
    pen.drawImage(cleared(canvas, part, clearings), ...part);
  }

  /** A pen that thinks in drawing units. */
  private pen(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const pen = canvas.getContext("2d");
    pen?.setTransform(this.scale, 0, 0, this.scale, FRAME * this.scale, FRAME * this.scale);
    return pen;
  }

  /** Draw a part of the table: the floor, what is above heads, light, frame. */
  private patch({ wide, deep, table, pieces }: Board, changes: Room): void {
    const part = onPixels(changes, this.scale);
    const pen = this.pen(this.canvas);
    if (!pen || !this.floor) return;
    pen.save();
    pen.beginPath();
    pen.rect(...part);
    pen.clip();
    pen.clearRect(...part);
    pen.drawImage(this.floor, -FRAME, -FRAME, this.floor.width / this.scale, this.floor.height / this.scale);
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, wide, deep);
    pen.clip();
    for (const piece of pieces) if (meet(piece.drawn.box, part)) this.cover(pen, piece);
    if (table) this.put(pen, table.lamp);
    pen.restore();
    if (table) this.put(pen, table.frame);
    pen.restore();
  }

  private async prepare({ wide, deep, table, pieces }: Board): Promise<void> {
    const whole: Room = [0, 0, wide, deep];
    const around: Room = [-FRAME, -FRAME, wide + 2 * FRAME, deep + 2 * FRAME];
    const wanted: [string, Room][] = pieces.flatMap(({ drawn }) => [
      [drawn.lies, drawn.box] as [string, Room],
      [drawn.over ?? "", drawn.box] as [string, Room],
    ]);
    if (table) wanted.push([table.frame, around], [table.lamp, whole]);
    if (table && this.cloth?.key !== table.cloth) {
      const image = await pictured(table.cloth, whole);
      const scale = Math.min(0.4, Math.sqrt(CLOTH_PIXELS / (wide * deep)));
      const canvas = blank(wide * scale, deep * scale);
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      this.cloth = { key: table.cloth, canvas };
    }
    for (const [body, room] of wanted)
      if (body && !this.layers.has(body)) this.layers.set(body, { room, image: await pictured(body, room) });
  }

  /** What lies on the ground. */
  private lay(pen: CanvasRenderingContext2D, { wide, deep, pieces, grid }: Board): void {
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, wide, deep);
    pen.clip();
    pen.fillStyle = "#657a45";
    pen.fillRect(0, 0, wide, deep);
    if (this.cloth) pen.drawImage(this.cloth.canvas, 0, 0, wide, deep);
    if (grid) lined(pen, wide, deep, grid);
    for (const { drawn } of pieces) this.put(pen, drawn.lies);
    pen.restore();
  }

  /** What is above heads: it fades round those who stand below, or lifts as a whole. */
  private cover(pen: CanvasRenderingContext2D, { drawn, clearings, lifted }: Laid): void {
    const over = drawn.over ?? "";
    const crowns = over && this.raster(over);
    if (!crowns) return;
    pen.globalAlpha = lifted ? LIFTED : 1;
    this.put(pen, over, clearings.length ? cleared(crowns, drawn.box, clearings) : crowns);
    pen.globalAlpha = 1;
  }

  private put(pen: CanvasRenderingContext2D, key: string, canvas = this.raster(key)): void {
    const layer = this.layers.get(key);
    if (layer && canvas) pen.drawImage(canvas, ...layer.room);
  }

  private raster(key: string): HTMLCanvasElement | null {
    const layer = this.layers.get(key);
    if (!layer) return null;
    let canvas = this.pixels.get(key);
    if (!canvas) {
      canvas = blank(layer.room[2] * this.scale, layer.room[3] * this.scale);
      canvas.getContext("2d")?.drawImage(layer.image, 0, 0, canvas.width, canvas.height);
      this.pixels.set(key, canvas);
    }
    return canvas;
  }
}

let grain: HTMLCanvasElement | null = null;

/** A little noise over a cloth that is looked at from near by: it was made for a look from afar, and would be flat. */
function grained(pen: CanvasRenderingContext2D, room: Room, scale: number): void {
  if (!grain) {
    grain = blank(GRAIN, GRAIN);
    const made = grain.getContext("2d");
    const noise = made?.createImageData(GRAIN, GRAIN);
    if (!made || !noise) return;
    let seed = 1;
    for (let i = 0; i < noise.data.length; i += 4) {
      seed = (seed * 48271) % 2147483647;
      const light = seed % 2 ? 255 : 0;
      noise.data.set([light, light, light * 0.9, 6 + (seed % 17)], i);
    }
    made.putImageData(noise, 0, 0);
  }
  const pattern = pen.createPattern(grain, "repeat");
  if (!pattern) return;
  pattern.setTransform(new DOMMatrix().scale(1.6 / scale));
  pen.fillStyle = pattern;
  pen.fillRect(...room);
}

function lined(pen: CanvasRenderingContext2D, wide: number, deep: number, step: number): void {
  pen.beginPath();
  for (let x = step; x < wide - 1; x += step) {
    pen.moveTo(x, 0);
    pen.lineTo(x, deep);
  }
  for (let y = step; y < deep - 1; y += step) {
    pen.moveTo(0, y);
    pen.lineTo(wide, y);
  }
  pen.strokeStyle = "rgb(255 255 255 / 8%)";
  pen.lineWidth = 5;
  pen.stroke();
}

/** The same crowns, thin round these places. */
function cleared(from: HTMLCanvasElement, [left, top, wide]: Room, clearings: readonly Clearing[]): HTMLCanvasElement {
  const canvas = blank(from.width, from.height);
  const pen = canvas.getContext("2d")!;
  const scale = from.width / wide;
  pen.drawImage(from, 0, 0);
  pen.globalCompositeOperation = "destination-out";
  for (const { x, y, r } of clearings) {
    const [cx, cy, far] = [(x - left) * scale, (y - top) * scale, r * scale];
    const soft = pen.createRadialGradient(cx, cy, far * 0.5, cx, cy, far);
    soft.addColorStop(0, `rgb(0 0 0 / ${FADED})`);
    soft.addColorStop(1, "rgb(0 0 0 / 0)");
    pen.fillStyle = soft;
    pen.fillRect(cx - far, cy - far, 2 * far, 2 * far);
  }
  return canvas;
}
