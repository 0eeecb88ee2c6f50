/** Fingers and mice on the table: pan, pinch, pick, drag, turn, measure. One pointer means something, two always zoom. */

import type { Interaction } from "../asks/interaction";
import { distance, facing, turned } from "../geometry";
import type { Store } from "../store";
import type { Point } from "../wire";
import type { Camera } from "./camera";
import type { Pointing } from "./pointer";

const NOTCH = 1500; // hundredths of a degree, by one notch of the wheel
const STILL = 5; // pixels a pointer may tremble and still click

type Doing =
  | { kind: "maybe"; figure: string; spot: string; alone: boolean }
  | { kind: "pan" }
  | { kind: "drag"; figure: string; alone: boolean }
  | { kind: "turn" }
  | { kind: "ruler" }
  | { kind: "pinch"; gap: number; x: number; y: number };

export class Gestures {
  private down = new Map<number, { x: number; y: number }>();
  private doing: Doing | null = null;
  private from = { x: 0, y: 0 };
  private last = { x: 0, y: 0 };
  private origin: Point = [0, 0];
  /** How far beside the handle it was taken hold of: it does not leap to the pointer. */
  private skew = 0;

  constructor(
    private readonly camera: Camera,
    private readonly interaction: Store<Interaction>,
    private readonly pointing: Store<Pointing>,
    private readonly select: (figure: string) => void,
    private readonly measures: () => boolean,
  ) {}

  press = (event: PointerEvent): void => {
    if (event.button > 1) return;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.down.size === 2) return this.pinch();
    if (this.down.size > 2) return;
    this.from = this.last = { x: event.clientX, y: event.clientY };
    this.origin = this.camera.toTable(event.clientX, event.clientY);
    const target = event.target as Element;
    const figure = target.closest<SVGElement>("[data-figure]")?.dataset.figure ?? "";
    const spot = target.closest<SVGElement>("[data-spot]")?.dataset.spot ?? "";
    if (target.closest("[data-turn]")) this.doing = { kind: "turn" };
    else if (this.pointing.get().tool === "ruler" && this.measures()) this.doing = { kind: "ruler" };
    else this.doing = { kind: "maybe", figure: event.button === 1 ? "" : figure, spot, alone: event.shiftKey || event.altKey };
    // the whole drawing keeps the pointer, whatever is drawn anew under it: a spot gets no click of its own
    target.closest("svg.table")?.setPointerCapture(event.pointerId);
    if (this.doing.kind === "turn") this.grasp(event);
  };

  move = (event: PointerEvent): void => {
    const known = this.down.get(event.pointerId);
    if (!known) return;
    known.x = event.clientX;
    known.y = event.clientY;
    const { doing } = this;
    if (!doing) return;
    if (doing.kind === "pinch") return this.pinched(doing);
    const at = this.camera.toTable(event.clientX, event.clientY);
    if (doing.kind === "maybe") this.begin(doing, event);
    if (this.doing?.kind === "pan") this.camera.panBy(event.clientX - this.last.x, event.clientY - this.last.y);
    if (this.doing?.kind === "drag") {
      this.interaction.get().onDrag?.(this.doing.figure, this.by(at), "move", this.doing.alone);
      if (event.pointerType === "touch") this.pointing.patch({ finger: { figure: this.doing.figure, ...this.inBox(event) } });
    }
    if (this.doing?.kind === "turn") this.interaction.get().onTurn?.(this.turnTo(event), "move");
    if (this.doing?.kind === "ruler") this.pointing.patch({ ruler: { from: this.origin, to: at } });
    this.last = { x: event.clientX, y: event.clientY };
  };

  /** Where a pointer is inside the table's box. */
  private inBox(event: PointerEvent): { x: number; y: number } {
    return this.camera.inBox(event.clientX, event.clientY);
  }

  private liftFinger(): void {
    if (this.pointing.get().finger) this.pointing.patch({ finger: null });
  }

  lift = (event: PointerEvent): void => {
    this.liftFinger();
    const known = this.down.delete(event.pointerId);
    const { doing } = this;
    if (!known || !doing) return;
    if (this.down.size) {
      if (doing.kind === "pinch") this.doing = null;
      return;
    }
    this.doing = null;
    const at = this.camera.toTable(event.clientX, event.clientY);
    if (doing.kind === "drag") this.interaction.get().onDrag?.(doing.figure, this.by(at), "end", doing.alone);
    const went = event.clientX !== this.from.x || event.clientY !== this.from.y;
    if (doing.kind === "turn" && went) this.interaction.get().onTurn?.(this.turnTo(event), "end");
    const { onCorner, onSpot } = this.interaction.get();
    if (doing.kind === "maybe" && doing.spot) onSpot?.(doing.spot);
    else if (doing.kind === "maybe" && !doing.figure && event.shiftKey && onCorner)
      onCorner([Math.round(at[0]), Math.round(at[1])]);
    else if (doing.kind === "maybe") this.click(doing.figure, event.pointerType !== "mouse", doing.alone);
  };

  cancel = (event: PointerEvent): void => {
    this.liftFinger();
    const { doing } = this;
    this.down.delete(event.pointerId);
    this.doing = null;
    if (doing?.kind === "drag") this.interaction.get().onDrag?.(doing.figure, [0, 0], "cancel", doing.alone);
  };

  /** A click on a figure picks it for the decision at hand, or just selects it. */
  click(figure: string, touch = false, alone = false): void {
    const interaction = this.interaction.get();
    if (figure && interaction.pick.has(figure)) interaction.onPick?.(figure, alone);
    else if (figure && interaction.grips.has(figure)) interaction.onGrip?.(figure);
    this.select(figure);
    // a finger does not hover
    if (touch) this.pointing.patch({ hover: figure });
  }

  /** The wheel with Shift, or in the middle of a drag, turns what is in hand; true if it did. */
  wheel(event: Pick<WheelEvent, "shiftKey" | "deltaX" | "deltaY">): boolean {
    const { handle, onTurn } = this.interaction.get();
    if (!handle || !onTurn || !(event.shiftKey || this.doing?.kind === "drag")) return false;
    const by = event.deltaY || event.deltaX; // some turn the wheel with Shift sideways
    onTurn(turned(handle.face + (by > 0 ? NOTCH : -NOTCH)), "end");
    return true;
  }

  private begin(doing: { figure: string; alone: boolean }, event: PointerEvent): void {
    if (Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) < STILL) return;
    if (doing.figure && this.interaction.get().grips.has(doing.figure)) {
      this.doing = { kind: "drag", figure: doing.figure, alone: doing.alone };
      this.interaction.get().onDrag?.(doing.figure, [0, 0], "start", doing.alone);
    } else this.doing = { kind: "pan" };
  }

  private by(at: Point): Point {
    return [at[0] - this.origin[0], at[1] - this.origin[1]];
  }

  private grasp(event: PointerEvent): void {
    const { handle, onTurn } = this.interaction.get();
    this.skew = 0;
    this.skew = this.turnTo(event) - (handle?.face ?? 0);
    onTurn?.(this.turnTo(event), "start");
  }

  private turnTo(event: PointerEvent): number {
    const handle = this.interaction.get().handle;
    const at = this.camera.toTable(event.clientX, event.clientY);
    return handle && distance(handle.at, at) > 1 ? turned(facing(handle.at, at) - this.skew) : (handle?.face ?? 0);
  }

  private pinch(): void {
    const { doing } = this;
    if (doing?.kind === "drag") this.interaction.get().onDrag?.(doing.figure, [0, 0], "cancel", doing.alone);
    this.doing = { kind: "pinch", ...this.fingers() };
  }

  private pinched(doing: { gap: number; x: number; y: number }): void {
    const now = this.fingers();
    this.camera.panBy(now.x - doing.x, now.y - doing.y);
    if (doing.gap > 0) this.camera.zoomBy(now.gap / doing.gap, now.x, now.y);
    this.doing = { kind: "pinch", ...now };
  }

  private fingers(): { gap: number; x: number; y: number } {
    const [a, b] = [...this.down.values()];
    if (!a || !b) return { gap: 0, x: 0, y: 0 };
    return { gap: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
}
