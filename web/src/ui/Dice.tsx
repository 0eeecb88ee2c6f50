/** Dice as little faces: pips for six-sided ones, numbers for the rest; a card drawn as a card. What succeeds is green, raised
 * and ticked; what fails is dim and crossed out at its corner: nobody needs to tell the colours apart. */

import { settings } from "../settings";
import { useSlice } from "../store";
import type { Tally } from "../wire";
import { does } from "../words";

const PIPS: Record<number, string> = {
  1: "4",
  2: "08",
  3: "048",
  4: "0268",
  5: "02468",
  6: "023568",
};

const SQUARE = "M4 1H16Q19 1 19 4V16Q19 19 16 19H4Q1 19 1 16V4Q1 1 4 1Z";
const HEXAGON = "M10 .5L18.6 5.3V14.7L10 19.5L1.4 14.7V5.3Z";
const SHAPES: Record<number, string> = {
  0: SQUARE,
  4: "M10 1L19.4 18.5H.6Z",
  6: SQUARE,
  8: "M10 .5L19.5 10L10 19.5L.5 10Z",
  10: "M10 .5L19 8.2L10 19.5L1 8.2Z",
  12: "M10 .5L19.5 7.6L15.9 18.9H4.1L.5 7.6Z",
  20: HEXAGON,
};

/** How a die looks from above: triangle, square, rhomb, kite, pentagon, hexagon. */
export const shapeOf = (sides: number): string => SHAPES[sides] ?? HEXAGON;

/** Where its number stands: lower in a triangle, higher in a kite. */
const middleOf = (sides: number): number => (sides === 4 ? 13.4 : sides === 10 ? 9.2 : sides === 12 ? 11 : 10.4);

type Fate = "does" | "fails" | "";

const MARKS: Record<Exclude<Fate, "">, string> = {
  does: "M15.2 3.6L17.2 5.8L21 1.2",
  fails: "M16 1.4L20.4 5.8M20.4 1.4L16 5.8",
};
const SAID: Record<Fate, string> = { does: ", succeeds", fails: ", fails", "": "" };

/** How a face did, where the roll says what it needed. */
export const fateOf = (face: number, tally: Tally | null): Fate => (tally ? (does(face, tally) ? "does" : "fails") : "");

/** In its corner, on a disc of its own. */
function Mark({ fate }: { fate: Fate }) {
  return fate ? (
    <g className="die-mark">
      <circle cx="18.2" cy="3.6" r="4.6" />
      <path d={MARKS[fate]} />
    </g>
  ) : null;
}

function Face({ sides, face, fate }: { sides: number; face: number; fate: Fate }) {
  const digits = useSlice(settings, (now) => now.digits);
  const pips = sides === 6 && !digits ? PIPS[face] : undefined;
  return (
    <svg
      className={`die d${sides} ${fate ? `die-${fate}` : ""}`}
      viewBox="0 0 20 20"
      width="20"
      height="20"
      role="img"
      aria-label={`${face} on a d${sides || "?"}${SAID[fate]}`}
    >
      <path className="die-body" d={shapeOf(sides)} />
      {pips ? (
        [...pips].map((spot) => (
          <circle
            key={spot}
            className="pip"
            r="1.8"
            cx={5 + 5 * (Number(spot) % 3)}
            cy={5 + 5 * Math.floor(Number(spot) / 3)}
          />
        ))
      ) : (
        <text
          className={`die-number ${face > 99 ? "three" : face > 9 && sides !== 20 ? "two" : ""}`}
          x="10"
          y={middleOf(sides)}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {face}
        </text>
      )}
      <Mark fate={fate} />
    </svg>
  );
}

/** A card from its deck. Its number in the deck decides nothing, so it is not printed on it. */
function Drawn({ deck, face }: { deck: string; face: number }) {
  return (
    <svg
      className="die card-drawn"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      role="img"
      aria-label={`card ${face} of ${deck}`}
    >
      <rect className="die-body" x="3.5" y=".8" width="13" height="18.4" rx="2" />
      <path className="pip" d="M10 5.2L13.2 10L10 14.8L6.8 10Z" />
    </svg>
  );
}

export function Dice({ die, faces, tally = null }: { die: string; faces: readonly number[]; tally?: Tally | null }) {
  const deck = /^1 of (\d+)$/.exec(die)?.[1];
  const sides = Number(/\d+/.exec(die)?.[0] ?? 0);
  return (
    <span className="dice">
      {faces.map((face, i) =>
        deck ? (
          <Drawn key={i} deck={deck} face={face} />
        ) : (
          <Face key={i} sides={sides} face={face} fate={fateOf(face, tally)} />
        ),
      )}
    </span>
  );
}
