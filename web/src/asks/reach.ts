/** The ground within reach of a move or of an order, while Shift is held: asked for once for those who would go. */

import { useEffect, useRef, useState } from "react";
import type { LiveSeat } from "../seat";
import type { FromClient, Outline, Sheet } from "../wire";
import { useHeld } from "./held";

/** Who would go, and in which manner, or by which order. */
export type Going = Pick<Extract<FromClient, { do: "reach" }>, "who" | "verb" | "order">;

export function useReach(seat: LiveSeat, sheet: Sheet, going: Going): Outline | null {
  const held = useHeld("shift");
  const [found, setFound] = useState<{ key: string; outline: Outline | null }>({ key: "", outline: null });
  const asked = useRef("");
  const key = held && !sheet.blind && going.who.length ? JSON.stringify([sheet.number, sheet.part, going]) : "";
  useEffect(() => {
    if (!key || asked.current === key) return;
    asked.current = key;
    void seat.live.ask({ do: "reach", part: sheet.part, ...going }).then((reply) => {
      if (reply?.is === "reached") setFound({ key, outline: reply.outline });
      else asked.current = "";
    });
  }, [key, seat, sheet.part, going]);
  return key && found.key === key ? found.outline : null;
}
