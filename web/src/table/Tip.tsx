/** A few words about whoever is pointed at. */

import { useContext, useEffect } from "react";
import { InteractionContext } from "../asks/interaction";
import { called, partyName, sideNumber } from "../show";
import { type Store, useSlice } from "../store";
import type { Show } from "../wire";
import type { Camera } from "./camera";
import { type Pointing, PointingContext } from "./pointer";
import { SideSign } from "./Symbols";

const WIDE = 270; // the room a tip needs, in pixels
const HIGH = 130;

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
  const lines = (model?.lines ?? []).slice(0, 4).map((line) => `${line.name} ${line.value}`);
  const status = [...(shown.marks ?? []), ...(unit?.status ?? []).filter((line) => !line.value).map((line) => line.name)];
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
