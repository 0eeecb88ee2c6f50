/** Dice as little faces: pips for six-sided ones, numbers for the rest; a card drawn as a card. */

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

function Face({ sides, face }: { sides: number; face: number }) {
  const pips = sides === 6 ? PIPS[face] : undefined;
  return (
    <svg
      className={`die d${sides}`}
      viewBox="0 0 20 20"
      width="20"
      height="20"
      role="img"
      aria-label={`${face} on a d${sides || "?"}`}
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
        <text className="die-number" x="10" y={middleOf(sides)} textAnchor="middle" dominantBaseline="central">
          {face}
        </text>
      )}
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

export function Dice({ die, faces }: { die: string; faces: readonly number[] }) {
  const deck = /^1 of (\d+)$/.exec(die)?.[1];
  const sides = Number(/\d+/.exec(die)?.[0] ?? 0);
  return (
    <span className="dice">
      {faces.map((face, i) => (deck ? <Drawn key={i} deck={deck} face={face} /> : <Face key={i} sides={sides} face={face} />))}
    </span>
  );
}
