/** How far a unit may go in each way of acting: asked for once when it is taken in hand, drawn as rings round it. */

import { useEffect, useState } from "react";
import type { Paces } from "../asks/interaction";
import { distance, far, middle, reach as radius } from "../geometry";
import type { LiveSeat } from "../seat";
import type { Sheet, Show, Shown, Stance } from "../wire";

/** Stance -> how far, in thousandths. */
export type Reach = Readonly<Record<string, number>>;

const NOWHERE: Reach = {};

/** Empty until it is known, and where nobody may measure. */
export function usePaces(seat: LiveSeat, sheet: Sheet, who: readonly string[]): Reach {
  const [found, setFound] = useState<{ key: string; reach: Reach }>({ key: "", reach: NOWHERE });
  const key = sheet.blind || !who.length ? "" : JSON.stringify([sheet.number, sheet.part, who]);
  useEffect(() => {
    if (!key) return undefined;
    let wanted = true;
    void seat.live.ask({ do: "pace", who: (JSON.parse(key) as [number, number, string[]])[2] }).then((reply) => {
      if (wanted && reply?.is === "paced") setFound({ key, reach: reply.reach });
    });
    return () => {
      wanted = false;
    };
  }, [key, seat]);
  return found.key === key ? found.reach : NOWHERE;
}

/** As rings round them; of paces that lead as far the chosen one is named, or the first. */
export function paceRings(
  reach: Reach,
  stances: readonly Stance[],
  chosen: string,
  figures: readonly Shown[],
  show: Show,
): Paces | null {
  const named = Object.entries(reach).filter(([, length]) => length > 0);
  if (!figures.length || !named.length) return null;
  const at = middle(figures.map((one) => one.at));
  const rim = Math.max(...figures.map((one) => distance(one.at, at) + radius(one.size)));
  const lengths = [...new Set(named.map(([, length]) => length))];
  const rings = lengths.map((length) => {
    const ids = named.filter(([, one]) => one === length).map(([id]) => id);
    const id = ids.includes(chosen) ? chosen : ids[0];
    const label = stances.find((one) => one.id === id)?.label ?? "Move";
    return { text: `${label} ${far(length, show)}`, radius: rim + length, chosen: ids.includes(chosen) };
  });
  return { at, rings };
}
