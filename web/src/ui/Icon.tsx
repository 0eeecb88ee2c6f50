/** Small signs on buttons, drawn, because fonts differ. One set: a box of 16, one stroke, round ends. */

import type { Stance } from "../wire";

const SIGNS = {
  plus: "M8 3V13M3 8H13",
  minus: "M3 8H13",
  fit: "M2.5 6V2.5H6M10 2.5H13.5V6M13.5 10V13.5H10M6 13.5H2.5V10",
  ruler: "M1.8 10.8L10.8 1.8L14.2 5.2L5.2 14.2ZM4.6 8L6 9.4M6.6 6L8.4 7.8M8.6 4L10 5.4",
  list: "M2.5 4H13.5M2.5 8H13.5M2.5 12H13.5",
  close: "M4 4L12 12M12 4L4 12",
  moon: "M13 9.6A5.6 5.6 0 1 1 6.4 3A4.6 4.6 0 0 0 13 9.6Z",
  sun: "M8 5.2A2.8 2.8 0 1 1 8 10.8A2.8 2.8 0 1 1 8 5.2ZM8 1.5V3M8 13V14.5M1.5 8H3M13 8H14.5M3.4 3.4L4.5 4.5M11.5 11.5L12.6 12.6M3.4 12.6L4.5 11.5M11.5 4.5L12.6 3.4",
  play: "M5 3L12.5 8L5 13Z",
  pause: "M5.5 3V13M10.5 3V13",
  first: "M3.5 3V13M13 3L6 8L13 13Z",
  back: "M12 3L5 8L12 13Z",
  on: "M4 3L11 8L4 13ZM13 3V13",
  last: "M12.5 3V13M3 3L10 8L3 13Z",
  fallenBack: "M7 3L2 8L7 13M9 5.5L14 10.5M14 5.5L9 10.5",
  fallenOn: "M9 3L14 8L9 13M2 5.5L7 10.5M7 5.5L2 10.5",
  stand: "M8 2.2A1.5 1.5 0 1 1 8 5.2A1.5 1.5 0 1 1 8 2.2ZM8 5.4V10M8 10L6.4 14M8 10L9.6 14M5.6 7.2L8 6.2L10.4 7.2",
  walk: "M8.6 1.8A1.4 1.4 0 1 1 8.6 4.6A1.4 1.4 0 1 1 8.6 1.8ZM8.4 5.2L7.6 9.4M7.6 9.4L5.2 14M7.6 9.4L10.4 11.4L10.6 14M8.2 6L5.6 8.4M8.2 6L11.2 8",
  run: "M10 1.6A1.4 1.4 0 1 1 10 4.4A1.4 1.4 0 1 1 10 1.6ZM9.4 5L7 9L3.4 10.6M7 9L9.6 11L8.8 14.4M9 5.4L5.8 5.8L4.4 7.6M9.2 5.4L11.4 7.8L13.6 7.4",
  sprint:
    "M11 1.6A1.4 1.4 0 1 1 11 4.4A1.4 1.4 0 1 1 11 1.6ZM10 5L7.4 8.6L5 12.4M7.4 8.6L11 10.4L10.4 13.6M1.6 5H5M1 8H4.4M1.6 11H3.6M10 5.2L13.6 7",
  jump: "M2 13C4 4.5 12 4.5 14 13M11.2 10.8L14 13L14.8 9.6M2 14.4H5",
  fly: "M1.5 6.5C4.5 5 6.5 6.5 8 9C9.5 6.5 11.5 5 14.5 6.5M8 9V12",
  charge: "M2 13L10.5 4.5M7.5 3.5H11.5V7.5M12.8 2L14 3.2",
  aim: "M8 3.2A4.8 4.8 0 1 1 8 12.8A4.8 4.8 0 1 1 8 3.2ZM8 1.2V5M8 11V14.8M1.2 8H5M11 8H14.8",
  fire: "M1.8 8H8.4M10.6 4.2L9.6 8L10.6 11.8M12.4 2.6L14.4 8L12.4 13.4",
  suppress: "M1.8 4.5H6M8 4.5H14M1.8 8H9M11 8H14M1.8 11.5H5M7 11.5H14",
  cover: "M1.6 8C4.4 3.8 11.6 3.8 14.4 8C11.6 12.2 4.4 12.2 1.6 8ZM8 6.3A1.7 1.7 0 1 1 8 9.7A1.7 1.7 0 1 1 8 6.3Z",
  hold: "M5.4 2.2H10.6L13.8 5.4V10.6L10.6 13.8H5.4L2.2 10.6V5.4ZM5.4 8H10.6",
  cast: "M3 13.4L9.4 7M11.4 2V5.6M9.6 3.8H13.2M13 8V10M12 9H14",
  eye: "M1.6 8C4.4 3.8 11.6 3.8 14.4 8C11.6 12.2 4.4 12.2 1.6 8ZM8 6.3A1.7 1.7 0 1 1 8 9.7A1.7 1.7 0 1 1 8 6.3Z",
  shield: "M8 1.8L13.4 3.6V8C13.4 11 11 13.4 8 14.4C5 13.4 2.6 11 2.6 8V3.6Z",
  warn: "M8 2L14.6 13.6H1.4ZM8 6.4V9.6M8 11.6V11.8",
  front: "M2 11.5H14M2 9.5V13.5M14 9.5V13.5M8 8V3M5.8 5L8 2.8L10.2 5",
  flag: "M3.4 14.4V2M3.4 2.6H12.6L10.4 5.6L12.6 8.6H3.4",
  sound: "M2 6V10H4.6L8 13V3L4.6 6ZM10.4 5.6C11.8 7 11.8 9 10.4 10.4M12.2 3.8C14.6 6.2 14.6 9.8 12.2 12.2",
  mute: "M2 6V10H4.6L8 13V3L4.6 6ZM10.6 6L14 10M14 6L10.6 10",
  clock: "M8 1.8A6.2 6.2 0 1 1 8 14.2A6.2 6.2 0 1 1 8 1.8ZM8 4.6V8L10.6 9.6",
  undo: "M5.4 3L2.2 6.2L5.4 9.4M2.4 6.2H9.6A4 4 0 0 1 9.6 14.2H6",
  talk: "M2 3H14V10.6H7.4L4.4 13.4V10.6H2Z",
  book: "M8 3.6C6.4 2.4 4 2.2 2 2.6V12.8C4 12.4 6.4 12.6 8 13.8C9.6 12.6 12 12.4 14 12.8V2.6C12 2.2 9.6 2.4 8 3.6ZM8 3.6V13.8",
} as const;

export type Sign = keyof typeof SIGNS;

/** The sign of a way to act: the rulebook's own, else by what it does. */
export function signOf({ sign, moves, acts }: Pick<Stance, "sign" | "moves" | "acts">): Sign {
  return sign || (moves ? "walk" : acts ? "fire" : "stand");
}

export function Icon({ sign, size = 16 }: { sign: Sign; size?: number }) {
  return (
    <svg className="sign" viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <path d={SIGNS[sign]} />
    </svg>
  );
}
