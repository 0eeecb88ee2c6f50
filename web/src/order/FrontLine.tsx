/** The front as it is drawn: a line with a sign at each flank, and which way they will look. */

import type { Line } from "./front";

const FLANK = "M0 -6L6 0L0 6L-6 0Z";

export function FrontLine({ line: { from, to } }: { line: Line }) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return (
    <svg className="front-line" aria-hidden="true">
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <path d={FLANK} transform={`translate(${from.x} ${from.y})`} />
      <path d={FLANK} transform={`translate(${to.x} ${to.y})`} />
      <path d="M-8 -6L0 -16L8 -6" transform={`translate(${middle.x} ${middle.y}) rotate(${angle})`} className="front-ahead" />
    </svg>
  );
}
