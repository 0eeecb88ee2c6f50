/** The way of a whole order: a broad ribbon that begins faint and narrow at the unit and grows towards its place. */

import { draw, len, type XY } from "../geometry";
import type { Point } from "../wire";

const NARROW = 0.35; // of its width, at the beginning

/** The outline of a ribbon along these points, in drawing units; "" where there is no way. */
export function ribbon(points: readonly XY[], wide: number): string {
  const far = points.map((_, i) =>
    points.slice(1, i + 1).reduce((sum, p, n) => sum + Math.hypot(p.x - points[n]!.x, p.y - points[n]!.y), 0),
  );
  const whole = far[far.length - 1] ?? 0;
  if (!whole) return "";
  const edges = points.map((p, i) => {
    const [a, b] = [points[Math.max(0, i - 1)]!, points[Math.min(points.length - 1, i + 1)]!];
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const half = (wide / 2) * (NARROW + ((1 - NARROW) * far[i]!) / whole);
    const [nx, ny] = [(-(b.y - a.y) / long) * half, ((b.x - a.x) / long) * half];
    return { left: { x: p.x + nx, y: p.y + ny }, right: { x: p.x - nx, y: p.y - ny } };
  });
  const round = [...edges.map((one) => one.left), ...edges.reverse().map((one) => one.right)];
  return `M${round.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`;
}

export function Ribbon({ way, wide, depth }: { way: readonly Point[]; wide: number; depth: number }) {
  const points = way.map((at) => draw(at, depth));
  const d = ribbon(points, len(wide));
  const [from, to] = [points[0], points[points.length - 1]];
  if (!d || !from || !to) return null;
  return (
    <g className="ribbon" aria-hidden="true">
      <linearGradient id="ribbon-fill" gradientUnits="userSpaceOnUse" x1={from.x} y1={from.y} x2={to.x} y2={to.y}>
        <stop className="ribbon-begin" offset="0" />
        <stop className="ribbon-end" offset="1" />
      </linearGradient>
      <path d={d} fill="url(#ribbon-fill)" />
    </g>
  );
}
