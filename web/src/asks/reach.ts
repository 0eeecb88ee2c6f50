/** The ground within reach of a move, while Shift is held: asked for once for those who would go. */

import { useEffect, useRef, useState } from "react";
import type { LiveSeat } from "../seat";
import type { MoveSheet, Outline } from "../wire";
import { useHeld } from "./held";

/** Who would go, and in which manner. */
export interface Going {
  who: readonly string[];
  verb: string;
}

export function useReach(seat: LiveSeat, sheet: MoveSheet, { who, verb }: Going): Outline | null {
  const held = useHeld("shift");
  const [found, setFound] = useState<{ key: string; outline: Outline | null }>({ key: "", outline: null });
  const asked = useRef("");
  const key = held && !sheet.blind && who.length ? JSON.stringify([sheet.number, sheet.part, who, verb]) : "";
  useEffect(() => {
    if (!key || asked.current === key) return;
    asked.current = key;
    void seat.live.ask({ do: "reach", part: sheet.part, who: [...who], verb }).then((reply) => {
      if (reply?.is === "reached") setFound({ key, outline: reply.outline });
      else asked.current = "";
    });
  }, [key, seat, sheet.part, who, verb]);
  return key && found.key === key ? found.outline : null;
}
