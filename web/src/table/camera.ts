/** The camera over the table. It moves the drawing directly, so that panning and zooming redraw nothing. */

import { draw, len, undraw, type XY } from "../geometry";
import type { Point } from "../wire";
import { covers, FRAME, type Room } from "./drawn/bake";

const CLOSEST = 1.6; // screen pixels per drawing unit
const AIR = 7; // pixels round the frame
const TOOLS = 44; // room for the small buttons beyond the margin
const FAR_OFF = 0.1; // below this, symbols are too small to read
const NEAR = 0.34;
const NEAR_EDGE = 80; // pixels from the edge: what happens there is as good as out of sight
const GLIDE = 300; // milliseconds
const REST = 140;

export class Camera {
  private x = 0;
  private y = 0;
  private k = 0.1;
  private svg: SVGSVGElement | null = null;
  private world: SVGGElement | null = null;
  private size: Point = [1000, 1000];
  private touched = false;
  private ground: { element: HTMLCanvasElement; frame: number; scale: number } | null = null;
  private close: { element: HTMLCanvasElement; room: Room; scale: number } | null = null;
  private readonly zoomed = new Set<() => void>();
  private readonly moved = new Set<() => void>();
  private whole = 0.1; // the zoom at which all of the table is seen
  private gliding = 0;
  private drawn: XY = { x: 0, y: 0 };
  private resting: ReturnType<typeof setTimeout> | undefined;
  private shownZoom = 0;
  onMove: (() => void) | null = null;

  attach(svg: SVGSVGElement | null, world: SVGGElement | null): void {
    this.svg = svg;
    this.world = world;
    this.shownZoom = 0;
  }

  /** The room the table is shown in; the drawing itself may be on its way across it. */
  private box(): DOMRect | undefined {
    return (this.svg?.parentElement ?? this.svg)?.getBoundingClientRect();
  }

  /** A picture of the ground with so many pixels a drawing unit, and a frame round it, goes where the table goes. */
  lay(element: HTMLCanvasElement, frame: number, scale: number): void {
    this.ground = { element, frame, scale };
    this.carry();
  }

  /** A finer picture of a part of it, over the whole; none where the whole is fine enough. */
  layClose(element: HTMLCanvasElement, room: Room | null, scale: number): void {
    this.close = room && { element, room, scale };
    element.style.visibility = room ? "visible" : "hidden";
    this.carry();
  }

  /** Told whenever it is nearer or farther than before. */
  onZoom(told: () => void): () => void {
    this.zoomed.add(told);
    return () => this.zoomed.delete(told);
  }

  /** Told whenever another part of the table is seen. */
  onView(told: () => void): () => void {
    this.moved.add(told);
    return () => this.moved.delete(told);
  }

  /** The part of the table that is seen, in drawing units, and how many times nearer than the whole. */
  get view(): { x: number; y: number; wide: number; deep: number; times: number } {
    const box = this.box();
    const { k } = this;
    return {
      x: -this.x / k,
      y: -this.y / k,
      wide: (box?.width ?? 0) / k,
      deep: (box?.height ?? 0) / k,
      times: k / this.whole,
    };
  }

  /** What happens is followed if it is out of sight, or nearly: softly, unless nothing should move. */
  follow(at: Point, still: boolean): void {
    const box = this.box();
    if (!box || !this.touched) return;
    const { x, y } = this.toScreen(at);
    if (x > NEAR_EDGE && x < box.width - NEAR_EDGE && y > NEAR_EDGE && y < box.height - NEAR_EDGE) return;
    const [dx, dy] = [box.width / 2 - x, box.height / 2 - y];
    if (still) return this.panBy(dx, dy);
    cancelAnimationFrame(this.gliding);
    const began = performance.now();
    let done = 0;
    const step = (): void => {
      const t = Math.min(1, (performance.now() - began) / GLIDE);
      const eased = 1 - (1 - t) ** 3;
      this.panBy(dx * (eased - done), dy * (eased - done));
      done = eased;
      if (t < 1) this.gliding = requestAnimationFrame(step);
    };
    step();
  }

  private carry(): void {
    if (this.ground) this.put(this.ground.element, { x: -this.ground.frame, y: -this.ground.frame }, this.ground.scale);
    const { close } = this;
    if (close) this.put(close.element, { x: close.room[0], y: close.room[1] }, close.scale);
    // of two pictures that lie on each other only one is painted
    if (this.ground) this.ground.element.style.visibility = close && this.covered(close.room) ? "hidden" : "visible";
  }

  /** Is the finer picture all that is seen of the table? */
  private covered(room: Room): boolean {
    return covers(room, this.view, { wide: len(this.size[0]), deep: len(this.size[1]) });
  }

  /** A picture whose corner is at this place of the table. */
  private put(element: HTMLCanvasElement, at: XY, scale: number): void {
    const [x, y] = [this.x + at.x * this.k, this.y + at.y * this.k];
    element.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${(this.k / scale).toFixed(5)})`;
  }

  /** A table of another size is looked at from the beginning. */
  look(size: Point): void {
    if (size[0] === this.size[0] && size[1] === this.size[1]) return;
    this.size = size;
    this.fit();
  }

  get zoom(): number {
    return this.k;
  }

  get width(): number {
    return this.box()?.width ?? 0;
  }

  /** The whole table. */
  fit(): void {
    this.touched = false;
    const box = this.box();
    if (!box?.width || !box.height) return;
    const wide = len(this.size[0]);
    const deep = len(this.size[1]);
    const scale = (aside: number, below: number): number =>
      Math.min((box.width - 2 * AIR - aside) / (wide + 2 * FRAME), (box.height - 2 * AIR - below) / (deep + 2 * FRAME));
    // the small buttons stand where the table leaves more room: beside it, or below
    const row = scale(0, TOOLS) > scale(TOOLS, 0);
    this.k = row ? scale(0, TOOLS) : scale(TOOLS, 0);
    this.whole = this.k;
    this.x = (box.width - wide * this.k + (row ? 0 : TOOLS)) / 2;
    this.y = (box.height - deep * this.k - (row ? TOOLS : 0)) / 2;
    const middle = this.svg?.closest<HTMLElement>(".battle-middle");
    if (middle) middle.dataset.tools = row ? "row" : "column";
    this.apply();
  }

  /** The window changed: whoever has not touched the camera sees the whole table again. */
  resized(): void {
    if (!this.touched) this.fit();
    else this.apply();
  }

  zoomBy(factor: number, clientX?: number, clientY?: number): void {
    const box = this.box();
    if (!box) return;
    const cx = clientX === undefined ? box.width / 2 : clientX - box.left;
    const cy = clientY === undefined ? box.height / 2 : clientY - box.top;
    const least = Math.min(box.width / len(this.size[0]), box.height / len(this.size[1])) / 2;
    const k = Math.min(CLOSEST, Math.max(least, this.k * factor));
    this.x = cx - ((cx - this.x) * k) / this.k;
    this.y = cy - ((cy - this.y) * k) / this.k;
    this.k = k;
    this.touched = true;
    this.apply();
  }

  panBy(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.touched = true;
    this.apply();
  }

  /** Bring a point into the middle unless it is well in view. */
  centre(at: Point, always = false): void {
    const box = this.box();
    if (!box) return;
    const p = draw(at, this.size[1]);
    const sx = p.x * this.k + this.x;
    const sy = p.y * this.k + this.y;
    const inView = sx > box.width * 0.12 && sx < box.width * 0.88 && sy > box.height * 0.12 && sy < box.height * 0.88;
    if (inView && !always) return;
    this.x = box.width / 2 - p.x * this.k;
    this.y = box.height / 2 - p.y * this.k;
    this.touched = true;
    this.apply();
  }

  /** A point of the window inside the drawing's box, in pixels. */
  inBox(clientX: number, clientY: number): XY {
    const box = this.box();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  }

  /** A square of the ground round a point, so wide in drawing units, painted into a canvas. */
  paint(into: CanvasRenderingContext2D, middle: XY, wide: number): void {
    const { width, height } = into.canvas;
    into.clearRect(0, 0, width, height);
    if (!this.ground) return;
    const { element, frame, scale } = this.ground;
    const [x, y] = [(middle.x + frame - wide / 2) * scale, (middle.y + frame - wide / 2) * scale];
    into.drawImage(element, x, y, wide * scale, wide * scale, 0, 0, width, height);
  }

  toTable(clientX: number, clientY: number): Point {
    const box = this.box();
    const at: XY = { x: (clientX - (box?.left ?? 0) - this.x) / this.k, y: (clientY - (box?.top ?? 0) - this.y) / this.k };
    return undraw(at, this.size[1]);
  }

  /** Where a point of the table is inside the drawing's box, in pixels. */
  toScreen(at: readonly [number, number]): XY {
    const p = draw(at, this.size[1]);
    return { x: p.x * this.k + this.x, y: p.y * this.k + this.y };
  }

  /** While it is panned the finished drawing is moved as a picture; when it rests, or is zoomed, it is drawn where it is. */
  private settle(svg: SVGSVGElement, world: SVGGElement): void {
    clearTimeout(this.resting);
    const [dx, dy] = [this.x - this.drawn.x, this.y - this.drawn.y];
    if (this.k === this.shownZoom && (dx || dy)) {
      svg.style.transform = `translate(${dx.toFixed(2)}px, ${dy.toFixed(2)}px)`;
      this.resting = setTimeout(() => this.rest(svg, world), REST);
    } else this.rest(svg, world);
  }

  private rest(svg: SVGSVGElement, world: SVGGElement): void {
    this.drawn = { x: this.x, y: this.y };
    svg.style.transform = "";
    world.setAttribute("transform", `translate(${this.x.toFixed(2)} ${this.y.toFixed(2)}) scale(${this.k.toFixed(5)})`);
  }

  private apply(): void {
    const { svg, world } = this;
    if (!svg || !world) return;
    const box = this.box()!;
    const wide = len(this.size[0]) * this.k;
    const deep = len(this.size[1]) * this.k;
    // some of the table always stays in view
    this.x = Math.min(box.width - 80, Math.max(80 - wide, this.x));
    this.y = Math.min(box.height - 80, Math.max(80 - deep, this.y));
    this.settle(svg, world);
    this.carry();
    for (const told of this.moved) told();
    if (this.k === this.shownZoom) return; // panning changes no sizes
    this.shownZoom = this.k;
    svg.style.setProperty("--k", this.k.toFixed(5));
    svg.dataset.lod = this.k < FAR_OFF ? "far" : this.k > NEAR ? "near" : "mid";
    this.onMove?.();
    for (const told of this.zoomed) told();
  }
}
