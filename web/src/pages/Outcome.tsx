/** The end: victory or defeat as one sees it oneself, why, who was lost, how lucky one was, and where it turned. */

import { useEffect, useState } from "react";
import { begin, journalAddress, reckoned, Trouble } from "../api";
import { keep, keptGame, seatAddress } from "../memory";
import { deedsOf, luckOf, luckText, turnedBy } from "../reckoning";
import { go, Link } from "../router";
import type { Seated } from "../seat";
import { journalName, partyName, sideNumber } from "../show";
import { SideSign } from "../table/Symbols";
import type { NewGame, Reckoning, Show } from "../wire";
import { capital, some } from "../words";
import { BestFigure, UnitDeeds } from "./UnitDeeds";

/** The same battle with the people on the other sides. */
export function exchanged(order: NewGame): NewGame {
  const sides = Object.keys(order.seats);
  const seats = Object.fromEntries(sides.map((side, i) => [side, order.seats[sides[(i + 1) % sides.length]!]!]));
  return { ...order, seats };
}

export function Outcome({ seated, show }: { seated: Seated; show: Show }) {
  const [gone, setGone] = useState(false);
  const [trouble, setTrouble] = useState("");
  const { result } = seated.now;
  const { game, side, title, system } = seated.table!;
  const again = keptGame(game)?.again;
  const mine = side && result ? (result.winners.includes(side) ? "Victory" : result.winners.length ? "Defeat" : "Draw") : "";
  const reckoning = useReckoning(game);
  if (gone || !result) return null;
  const rematch = async (order: NewGame | undefined): Promise<void> => {
    if (!order) return go("/");
    try {
      const begun = await begin(order);
      const seats = Object.entries(begun.tokens).map(([one, token]) => ({ side: one, token }));
      const invited = (keptGame(game)?.invites ?? []).map((one) => one.side);
      const own = seats.filter((seat) => !invited.includes(seat.side));
      keep({ game: begun.game, title, system, seats: own, invites: seats.filter((seat) => !own.includes(seat)), again: order });
      const tokens = own.map((seat) => seat.token);
      go(tokens.length ? seatAddress(begun.game, tokens) : `/watch/${begun.game}`);
    } catch (error) {
      setTrouble(error instanceof Trouble ? error.message : String(error));
    }
  };
  return (
    <section className="banner outcome" aria-label="Result">
      {mine && <p className={`outcome-mine ${mine.toLowerCase()}`}>{mine}</p>}
      <h2>
        {result.winners.length ? (
          <>
            {result.winners.map((one) => (
              <span key={one}>
                <SideSign side={sideNumber(show, one)} /> {partyName(show, one)}{" "}
              </span>
            ))}
            {result.winners.length > 1 ? "win" : "wins"}
          </>
        ) : (
          "A draw"
        )}
      </h2>
      <p>{capital(result.why)}</p>
      {result.points && Object.keys(result.points).length > 0 && (
        <ul className="outcome-points">
          {Object.entries(result.points).map(([one, n]) => (
            <li key={one}>
              <SideSign side={sideNumber(show, one)} /> {partyName(show, one)} <strong>{n}</strong>
            </li>
          ))}
        </ul>
      )}
      <UnitDeeds show={show} side={side} reckoning={reckoning} />
      {reckoning && <Summary show={show} side={side} game={game} reckoning={reckoning} />}
      <div className="buttons">
        <Link className="button main" href={`/replay/${game}`}>
          Watch the replay
        </Link>
        <a className="button" href={journalAddress(game)} download={journalName(title, result.winners)}>
          Download the journal
        </a>
        <button type="button" onClick={() => void rematch(again)}>
          {again ? "Rematch" : "New battle"}
        </button>
        {again && (
          <button type="button" onClick={() => void rematch(exchanged(again))}>
            Again, sides changed
          </button>
        )}
        <button type="button" onClick={() => setGone(true)}>
          Look at the table
        </button>
      </div>
      {trouble && <p className="bad">{trouble}</p>}
    </section>
  );
}

/** The battle in numbers; null until they are there, or where there are none. */
function useReckoning(game: string): Reckoning | null {
  const [found, setFound] = useState<Reckoning | null>(null);
  useEffect(() => {
    let wanted = true;
    reckoned(game).then(
      (now) => wanted && setFound(now),
      () => undefined, // the table says who is left, and the rest is ornament
    );
    return () => {
      wanted = false;
    };
  }, [game]);
  return found;
}

/** Who did best, how lucky one was, and where it turned. */
function Summary({ show, side, game, reckoning }: { show: Show; side: string; game: string; reckoning: Reckoning }) {
  const mine = side ? luckOf(deedsOf(reckoning.units, show, side)) : null;
  const turn = reckoning.turning && turnedBy(reckoning.turning, show, side || (show.parties[0]?.id ?? ""));
  return (
    <>
      <BestFigure show={show} reckoning={reckoning} />
      {mine && (
        <p className="outcome-luck">
          {`Your attacks brought ${mine.came}, ${mine.expected.toFixed(1)} were to be expected: `}
          <strong className={mine.luck < 0 ? "bad" : "good"}>
            {`luck was ${mine.luck < 0 ? "against" : "with"} you (${luckText(mine.luck)})`}
          </strong>
        </p>
      )}
      {reckoning.whole === false && (
        <p className="quiet">{`So many attacks were made that luck is told of the first ${reckoning.counted} only.`}</p>
      )}
      {reckoning.turning && turn && (
        <p>
          <Link href={`/replay/${game}#${reckoning.turning.n}`}>Where it turned</Link>
          {side
            ? `: ${some(turn.theirs, "enemy", "enemies")} and ${turn.mine} of your own fell.`
            : `: ${some(turn.theirs + turn.mine, "figure")} fell.`}
        </p>
      )}
    </>
  );
}
