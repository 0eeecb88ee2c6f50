/** The end: victory or defeat as one sees it oneself, why, who was lost, how lucky one was, and where it turned. */

import { useMemo, useState } from "react";
import { begin, journalAddress, Trouble } from "../api";
import { keep, keptGame, seatAddress } from "../memory";
import { go, Link } from "../router";
import type { Seated } from "../seat";
import { journalName, partyName, sideNumber } from "../show";
import { hopesOf, luckOf, turningPoint } from "../summary";
import { SideSign } from "../table/Symbols";
import { Silhouettes } from "../ui/Silhouettes";
import type { Beat, NewGame, Show } from "../wire";
import { some } from "../words";

/** The same battle with the people on the other sides. */
export function exchanged(order: NewGame): NewGame {
  const sides = Object.keys(order.seats);
  const seats = Object.fromEntries(sides.map((side, i) => [side, order.seats[sides[(i + 1) % sides.length]!]!]));
  return { ...order, seats };
}

export function Outcome({ seated, show, story }: { seated: Seated; show: Show; story: readonly Beat[] }) {
  const [gone, setGone] = useState(false);
  const [trouble, setTrouble] = useState("");
  const { result } = seated.now;
  const { game, side, title, system } = seated.table!;
  const again = keptGame(game)?.again;
  const mine = side && result ? (result.winners.includes(side) ? "Victory" : result.winners.length ? "Defeat" : "Draw") : "";
  const luck = useMemo(() => (side ? luckOf(story, hopesOf(game), show, side) : null), [story, game, show, side]);
  const turn = useMemo(() => turningPoint(story, show, side || (show.parties[0]?.id ?? "")), [story, show, side]);
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
      <p>{mine === "Defeat" ? `As they see it: ${result.why}.` : result.why}</p>
      {result.points && Object.keys(result.points).length > 0 && (
        <ul className="outcome-points">
          {Object.entries(result.points).map(([one, n]) => (
            <li key={one}>
              <SideSign side={sideNumber(show, one)} /> {partyName(show, one)} <strong>{n}</strong>
            </li>
          ))}
        </ul>
      )}
      <Losses show={show} side={side} />
      {luck && (
        <p className="outcome-luck">
          {`Your orders: ${luck.fell} fell, ${luck.expected.toFixed(1)} were to be expected: `}
          <strong className={luck.fell >= luck.expected ? "good" : "bad"}>
            {luck.fell >= luck.expected
              ? `luck was with you (+${(luck.fell - luck.expected).toFixed(1)})`
              : `luck was against you (−${(luck.expected - luck.fell).toFixed(1)})`}
          </strong>
        </p>
      )}
      {turn && (
        <p>
          <Link href={`/replay/${game}#${turn.n}`}>Where it turned</Link>
          {side
            ? `: ${some(turn.theirs, "enemy", "enemies")} and ${turn.mine} of your own fell.`
            : `: ${some(turn.theirs + turn.mine, "figure")} fell.`}
        </p>
      )}
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

/** Who is left of every unit. */
function Losses({ show, side }: { show: Show; side: string }) {
  return (
    <div className="outcome-losses">
      {show.parties.map((party, i) => {
        const units = Object.values(show.units).filter((unit) => unit.side === party.id);
        const lost = units.reduce((sum, unit) => sum + Math.max(0, unit.of - unit.left), 0);
        const of = units.reduce((sum, unit) => sum + unit.of, 0);
        return (
          <section key={party.id} className={`s${i}`} aria-label={`Losses of ${party.name}`}>
            <h3>{`${party.name}${party.id === side ? " (you)" : ""}: ${lost} of ${of} lost`}</h3>
            <ul>
              {units.map((unit) => (
                <li key={unit.id}>
                  {unit.name} <span className="quiet">{`${unit.left}/${unit.of}`}</span>
                  <Silhouettes card={unit} show={show} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
