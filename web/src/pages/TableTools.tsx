/** Small buttons at the table's edge. */

import { useContext } from "react";
import { useSlice } from "../store";
import type { Camera } from "../table/camera";
import { PointingContext } from "../table/pointer";
import { Icon } from "../ui/Icon";
import type { Show } from "../wire";

export function TableTools({ camera, show, blind }: { camera: Camera; show: Show; blind: boolean }) {
  const store = useContext(PointingContext);
  const tool = useSlice(store, (pointing) => pointing.tool);
  return (
    <div className="table-tools" role="toolbar" aria-label="View">
      <button type="button" className="icon" aria-label="Nearer" onClick={() => camera.zoomBy(1.3)}>
        <Icon sign="plus" />
      </button>
      <button type="button" className="icon" aria-label="Farther" onClick={() => camera.zoomBy(1 / 1.3)}>
        <Icon sign="minus" />
      </button>
      <button type="button" className="icon" aria-label="The whole table" onClick={() => camera.fit()}>
        <Icon sign="fit" />
      </button>
      {show.measures && !blind && (
        <button
          type="button"
          className="icon"
          aria-label="Ruler"
          aria-pressed={tool === "ruler"}
          onClick={() => store.patch({ tool: tool === "ruler" ? "hand" : "ruler", ruler: null })}
        >
          <Icon sign="ruler" />
        </button>
      )}
    </div>
  );
}
