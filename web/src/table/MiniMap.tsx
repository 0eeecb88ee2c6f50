/** The whole table in small, once only a part of it is seen; a click goes there. */

import { useEffect, useRef, useState } from "react";
import { draw, len, path, undraw } from "../geometry";
import { sideNumber } from "../show";
import type { Show } from "../wire";
import type { Camera } from "./camera";

const FROM = 1.8; // times nearer than the whole table

export function MiniMap({ show, camera }: { show: Show; camera: Camera }) {
  const [near, setNear] = useState(false);
  const frame = useRef<SVGRectElement>(null);
  useEffect(() => {
    const see = (): void => {
      const { x, y, wide, deep, times } = camera.view;
      setNear(times >= FROM);
      for (const [name, value] of Object.entries({ x, y, width: wide, height: deep }))
        frame.current?.setAttribute(name, value.toFixed(0));
    };
    see();
    return camera.onView(see);
  }, [camera]);
  const { view } = camera;
  if (!near) return null;
  const [wide, deep] = [len(show.size[0]), len(show.size[1])];
  return (
    <svg
      className="mini-map"
      viewBox={`0 0 ${wide} ${deep}`}
      aria-hidden="true"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const at = {
          x: ((event.clientX - box.left) / box.width) * wide,
          y: ((event.clientY - box.top) / box.height) * deep,
        };
        camera.centre(undraw(at, show.size[1]), true);
      }}
    >
      {(show.ground ?? []).map((piece) => (
        <path key={piece.id} className="mini-piece" d={path(piece.outline, show.size[1])} />
      ))}
      {Object.values(show.figures)
        .filter((one) => !one.within)
        .map((one) => {
          const at = draw(one.at, show.size[1]);
          return (
            <circle
              key={one.id}
              className={`mini-figure s${sideNumber(show, one.side) % 8}`}
              cx={at.x}
              cy={at.y}
              r={wide / 60}
            />
          );
        })}
      <rect ref={frame} className="mini-view" x={view.x} y={view.y} width={view.wide} height={view.deep} />
    </svg>
  );
}
