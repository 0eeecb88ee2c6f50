/** What a person points at: a selected figure or unit, what the pointer is over, the ruler, and a line of sight. */

import { createContext } from "react";
import { Store } from "../store";
import type { Look, Point } from "../wire";

export interface Pointing {
  figure: string;
  unit: string;
  hover: string;
  /** Whom an option that is looked at would concern. */
  aim: string;
  /** A finger that drags a figure: where it is inside the table's box, in pixels. */
  finger: { figure: string; x: number; y: number } | null;
  tool: "hand" | "ruler";
  ruler: { from: Point; to: Point } | null;
  look: { from: string; to: string; look: Look | null } | null;
}

export const NOTHING: Pointing = {
  figure: "",
  unit: "",
  hover: "",
  aim: "",
  finger: null,
  tool: "hand",
  ruler: null,
  look: null,
};

export const PointingContext = createContext(new Store<Pointing>(NOTHING));
