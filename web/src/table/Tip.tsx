/** A few words about whoever is pointed at. */

import { useContext, useEffect } from "react";
import { InteractionContext } from "../asks/interaction";
import { called, partyName, sideNumber, standing } from "../show";
import { type Store, useSlice } from "../store";
import type { Show } from "../wire";
import type { Camera } from "./camera";
import { type Pointing, PointingContext } from "./pointer";
import { SideSign } from "./Symbols";

const WIDE = 270; // the room a tip needs, in pixels
const HIGH = 130;
const APART = 90; // pixels: a tip is not farther from whom it is about, however far his unit stands apart

/** Whoever goes on by keys points at nobody any more. */
function useKeysHide(pointing: Store<Pointing>): void {
  useEffect(() => {
    const hide = (event: KeyboardEvent): void => {
      if (event.key === "Enter" && pointing.get().hover) pointing.patch({ hover: "" });
    };
    window.addEventListener("keydown", hide);
    return () => window.removeEventListener("keydown", hide);
  }, [pointing]);
}

export function Tip({ show, camera }: { show: Show; camera: Camera }) {
  const pointing = useContext(PointingContext);
  useKeysHide(pointing);
  const hover = useSlice(pointing, (now) => now.hover);
  const ends = useSlice(useContext(InteractionContext), (interaction) => interaction.ends);
  const shown = show.figures[hover];
  // what is in hand has its price beside it
  if (!shown || hover in ends) return null;
  const unit = show.units[shown.unit];
  const model = show.models[shown.model];
  const at = camera.toScreen(shown.at);
  const below = at.y < HIGH;
  // beside the unit, not on it
  const rows = standing(show, shown.unit).map((one) => camera.toScreen(one.at).y);
  const top = below ? Math.min(Math.max(at.y, ...rows), at.y + APART) : Math.max(Math.min(at.y, ...rows), at.y - APART);
  const lines = (model?.lines ?? []).slice(0, 4).map((line) => `${line.name} ${line.value}`);
  const status = [...(shown.marks ?? []), ...(unit?.status ?? []).filter((line) => !line.value).map((line) => line.name)];
  const where = `tip ${at.x > camera.width - WIDE ? "to-left" : ""} ${below ? "below" : ""}`;
  return (
    <div className={where} style={{ left: at.x, top }} aria-hidden="true">
      <strong>
        <SideSign side={sideNumber(show, shown.side)} /> {called(show, shown.id)}
      </strong>
      <span>{unit ? `${unit.name}, ${unit.left} of ${unit.of}` : partyName(show, shown.side)}</span>
      {lines.length > 0 && <span className="quiet">{lines.join(" · ")}</span>}
      {status.length > 0 && <span className="tip-status">{status.join(", ")}</span>}
    </div>
  );
}
