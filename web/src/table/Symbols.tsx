/** Small drawings: what a figure does, whose it is. All fit a box from −1 to 1. */

import type { Role } from "../wire";

const GLYPHS: Record<Role, { fill?: string; line?: string }> = {
  foot: { line: "M-.62 .72L.62 -.72M.62 .72L-.62 -.72M-.78 .34L-.34 .78M.78 .34L.34 .78" },
  leader: { fill: "M0 -.95L.24 -.3L.93 -.28L.38 .13L.57 .8L0 .41L-.57 .8L-.38 .13L-.93 -.28L-.24 -.3Z" },
  caster: { fill: "M0 -1L.2 -.2L1 0L.2 .2L0 1L-.2 .2L-1 0L-.2 -.2Z" },
  shooter: { line: "M0 -.95V-.3M0 .95V.3M-.95 0H-.3M.95 0H.3M.6 0A.6 .6 0 1 1 -.6 0A.6 .6 0 1 1 .6 0" },
  mounted: { line: "M-.42 .85C-.95 .1 -.7 -.8 0 -.8C.7 -.8 .95 .1 .42 .85M-.72 .85H-.22M.22 .85H.72" },
  beast: {
    fill: "M0 -.05C.55 -.05 .75 .75 .35 .85C.15 .9 .1 .75 0 .75C-.1 .75 -.15 .9 -.35 .85C-.75 .75 -.55 -.05 0 -.05ZM-.75 -.35a.2 .28 0 1 0 .4 0a.2 .28 0 1 0 -.4 0M.35 -.35a.2 .28 0 1 0 .4 0a.2 .28 0 1 0 -.4 0M-.3 -.68a.18 .26 0 1 0 .36 0a.18 .26 0 1 0 -.36 0M.0 -.68",
  },
  flyer: {
    fill: "M0 .35C-.25 -.25 -.7 -.45 -1 -.4C-.75 -.2 -.62 .05 -.55 .35C-.35 .2 -.2 .3 0 .75C.2 .3 .35 .2 .55 .35C.62 .05 .75 -.2 1 -.4C.7 -.45 .25 -.25 0 .35Z",
  },
  vehicle: {
    fill: "M-.85 -.15H-.5L-.3 -.6H.45L.65 -.15H.85V.35H-.85ZM-.75 .55a.22 .22 0 1 0 .44 0a.22 .22 0 1 0 -.44 0M.31 .55a.22 .22 0 1 0 .44 0a.22 .22 0 1 0 -.44 0",
  },
  walker: { fill: "M-.45 -.85H.45V-.1H-.45Z", line: "M-.3 -.1L-.55 .35L-.35 .9M.3 -.1L.55 .35L.35 .9M-.6 .9H-.1M.1 .9H.6" },
  gun: { line: "M-.9 .35L.95 -.6M.15 .35A.42 .42 0 1 1 -.69 .35A.42 .42 0 1 1 .15 .35" },
  ship: { fill: "M-.95 .3H.95L.6 .85H-.6ZM-.08 -.95V.15H-.7ZM.1 -.7L.65 .15H.1Z" },
};

export function Glyph({ role, size }: { role: Role; size: number }) {
  const glyph = GLYPHS[role] ?? GLYPHS.foot;
  return (
    <g className="glyph" transform={`scale(${size})`} aria-hidden="true">
      {glyph.fill && <path className="glyph-fill" d={glyph.fill} />}
      {glyph.line && <path className="glyph-line" d={glyph.line} />}
    </g>
  );
}

const corners = (n: number, turn = 0): string =>
  `${Array.from({ length: n }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / n;
    return `${i ? "L" : "M"}${Math.sin(angle).toFixed(3)} ${(-Math.cos(angle)).toFixed(3)}`;
  }).join("")}Z`;

/** A shape for each place in the seating order: sides are told apart without colour. */
export const BADGES: readonly string[] = [
  corners(4),
  "M0 -.88A.88 .88 0 1 1 0 .88A.88 .88 0 1 1 0 -.88Z",
  corners(6, Math.PI / 6),
  "M-.74 -.74H.74V.74H-.74Z",
  "M0 -.95L.88 .6H-.88Z",
  corners(8, Math.PI / 8),
  "M0 .95L.88 -.6H-.88Z",
  corners(5),
];

export const badge = (side: number): string => BADGES[side % BADGES.length]!;

/** A side's sign in running text. */
export function SideSign({ side, title }: { side: number; title?: string }) {
  return (
    <svg
      className={`side-sign s${side % 8}`}
      viewBox="-1.15 -1.15 2.3 2.3"
      width="12"
      height="12"
      role={title ? "img" : "presentation"}
      aria-label={title}
    >
      <path d={badge(side)} className="badge" />
    </svg>
  );
}
