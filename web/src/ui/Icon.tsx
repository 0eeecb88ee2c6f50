/** Small signs on buttons, drawn, because fonts differ. All in a box of 16. */

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
} as const;

export type Sign = keyof typeof SIGNS;

export function Icon({ sign, size = 16 }: { sign: Sign; size?: number }) {
  return (
    <svg className="sign" viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <path d={SIGNS[sign]} />
    </svg>
  );
}
