/** A unit's card in the hand, on its way from the rail to the table. */

import { sideNumber } from "../show";
import type { Show } from "../wire";
import type { Carried } from "./cards";
import { Silhouettes } from "./Silhouettes";

export function CarriedCard({ carried: { unit, x, y }, show }: { carried: Carried; show: Show }) {
  const card = show.units[unit];
  if (!card) return null;
  return (
    <div className={`carried-card s${sideNumber(show, card.side)}`} style={{ left: x, top: y }} aria-hidden="true">
      {card.name}
      <Silhouettes card={card} show={show} />
    </div>
  );
}
