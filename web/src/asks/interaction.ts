/**
 * Between a decision and the table: what may be picked or taken hold of, what glows, and what a move under way looks like.
 * The decision writes, the table draws and reports; neither knows the other.
 */

import { createContext, useContext, useEffect } from "react";
import { Store } from "../store";
import type { Outline, Point, Shape, Shown, Trace } from "../wire";

export interface Laid {
  id: string;
  shape: Shape;
  at: Point;
  face: number;
}

export interface Plate {
  tone: "way" | "risk" | "target" | "sight" | "held";
  text: string;
  /** Where there is no room for all of it. */
  short?: string;
  at: Point;
  /** It is about all who stand here, and lies beside them. */
  round?: readonly Point[];
}

/** How far a unit may go, all round its middle: in every pace a ring. */
export interface Paces {
  at: Point;
  rings: readonly { text: string; radius: number; chosen: boolean }[];
}

export type Phase = "start" | "move" | "end" | "cancel";

export interface Interaction {
  /** Figures that are meant by what is looked at. */
  glow: ReadonlySet<string>;
  /** Figures that can be clicked, with what a click means. */
  pick: ReadonlyMap<string, string>;
  /** `alone`: this figure and not its unit. */
  onPick: ((figure: string, alone?: boolean) => void) | null;
  /** Is there an answer to confirm? Then Enter confirms it, also on a figure. */
  armed: boolean;
  /** Figures that can be dragged. */
  grips: ReadonlySet<string>;
  onDrag: ((figure: string, by: Point, phase: Phase, alone: boolean) => void) | null;
  /** Keys on a figure that can be dragged; true when they meant something. */
  onKey: ((figure: string, key: string, fine: boolean) => boolean) | null;
  onGrip: ((figure: string) => void) | null;
  /** A place on the cloth over which the way is to go. */
  onCorner: ((at: Point) => void) | null;
  /** Units whose cards mean something: pressed as they are, or dropped on the table at this place. */
  cards: ReadonlySet<string>;
  onCard: ((unit: string, at: Point | null) => void) | null;
  /** The ways of a move being made, and why it is not allowed. */
  traces: readonly Trace[];
  why: string;
  rule: string;
  /** The way of a whole unit, and how broad it stands at its end. */
  ribbon: { way: readonly Point[]; wide: number } | null;
  /** Short words beside places of the table: how far, who may answer, what comes of it. */
  plates: readonly Plate[];
  /** The paces of the unit in hand. */
  paces: Paces | null;
  /** The ground within reach, while it is asked for. */
  reached: Outline | null;
  /** Where figures would stand. */
  ends: Readonly<Record<string, readonly [number, number, number]>>;
  /** Those of them that are not on the table yet. */
  absent: Readonly<Record<string, Shown>>;
  /** A place that is meant by what is looked at. */
  point: Point | null;
  /** Places that can be clicked, each with the option it means, and the way on which they lie. */
  spots: readonly { id: string; at: Point; label: string }[];
  onSpot: ((id: string) => void) | null;
  way: readonly Point[];
  /** Things to be put down that are no figures of the table. */
  laid: readonly Laid[];
  /** The handle that turns: where it is, and which way it looks. */
  handle: { at: Point; face: number; reach: number } | null;
  onTurn: ((face: number, phase: Phase) => void) | null;
  /** Who would attack whom, with the chance that anything comes of it. */
  shots: readonly { from: string; to: string; chance: number | null }[];
  /** Whose line ends at something in the way, and where. */
  blocked: readonly { from: string; at: Point }[];
}

export const IDLE: Interaction = {
  glow: new Set(),
  pick: new Map(),
  onPick: null,
  armed: false,
  grips: new Set(),
  onDrag: null,
  onKey: null,
  onGrip: null,
  onCorner: null,
  cards: new Set(),
  onCard: null,
  traces: [],
  ribbon: null,
  paces: null,
  reached: null,
  plates: [],
  why: "",
  rule: "",
  ends: {},
  absent: {},
  point: null,
  spots: [],
  onSpot: null,
  way: [],
  laid: [],
  handle: null,
  onTurn: null,
  shots: [],
  blocked: [],
};

export const InteractionContext = createContext(new Store<Interaction>(IDLE));

/** While a decision is shown, the table listens to it: every drawing of the decision is passed on. */
export function useInteraction(interaction: Partial<Interaction>): void {
  const store = useContext(InteractionContext);
  useEffect(() => store.set({ ...IDLE, ...interaction }));
  useEffect(() => () => store.set(IDLE), [store]);
}
