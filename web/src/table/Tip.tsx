/** A few words about whoever is pointed at. */

import { useContext } from "react";
import { InteractionContext } from "../asks/interaction";
import { called, partyName, sideNumber } from "../show";
import { useSlice } from "../store";
import type { Show } from "../wire";
import type { Camera } from "./camera";
import { PointingContext } from "./pointer";
import { SideSign } from "./Symbols";

const WIDE = 270; // the room a tip needs, in pixels
const HIGH = 130;

export function Tip({ show, camera }: { show: Show; camera: Camera }) {
  const hover = useSlice(useContext(PointingContext), (pointing) => pointing.hover);
  const ends = useSlice(useContext(InteractionContext), (interaction) => interaction.ends);
  const shown = show.figures[hover];
  // what is in hand has its price beside it
  if (!shown || hover in ends) return null;
  const unit = show.units[shown.unit];
  const model = show.models[shown.model];
  const at = camera.toScreen(shown.at);
  const lines = (model?.lines ?? []).slice(0, 4).map((line) => `${line.name} ${line.value}`);
  const status = [...(shown.marks ?? []), ...(unit?.status ?? []).map((line) => line.name)];
  const where = `tip ${at.x > camera.width - WIDE ? "to-left" : ""} ${at.y < HIGH ? "below" : ""}`;
  return (
    <div className={where} style={{ left: at.x, top: at.y }} aria-hidden="true">
      <strong>
        <SideSign side={sideNumber(show, shown.side)} /> {called(show, shown.id)}
      </strong>
      <span>{unit ? `${unit.name}, ${unit.left} of ${unit.of}` : partyName(show, shown.side)}</span>
      {lines.length > 0 && <span className="quiet">{lines.join(" · ")}</span>}
      {status.length > 0 && <span className="tip-status">{status.join(", ")}</span>}
    </div>
  );
}
