/** Battles that go on: with their map, how far they are and whose decision it is; the finished ones apart. */

import { useEffect, useState } from "react";
import { game as cardOf } from "../api";
import { forget, type Kept, kept, seatAddress } from "../memory";
import { Link } from "../router";
import { MapPicture } from "../table/MapPicture";
import { Icon } from "../ui/Icon";
import type { GameCard, SystemCard } from "../wire";
import { ago, capital } from "../words";

const MOST = 6;

const addressOf = (game: Kept): string =>
  game.over
    ? `/replay/${game.game}`
    : seatAddress(
        game.game,
        game.seats.map((seat) => seat.token),
      );

/** What the server knows of these battles now; what it does not know is left as it is remembered. */
function useCards(games: readonly Kept[]): Record<string, GameCard> {
  const [cards, setCards] = useState<Record<string, GameCard>>({});
  const ids = games.map((one) => one.game).join();
  useEffect(() => {
    let over = false;
    for (const id of ids.split(",").filter(Boolean))
      cardOf(id).then(
        (card) => !over && setCards((old) => ({ ...old, [id]: card })),
        () => undefined,
      );
    return () => {
      over = true;
    };
  }, [ids]);
  return cards;
}

export function GoOn({ shelf }: { shelf: readonly SystemCard[] }) {
  const [games, setGames] = useState<Kept[]>(kept);
  const running = games.filter((one) => !one.over).slice(0, MOST);
  const cards = useCards(running);
  const open = running.filter((one) => !cards[one.game]?.result);
  if (!open.length) return null;
  const drop = (game: Kept): void => {
    forget(game.game);
    setGames(kept());
  };
  return (
    <section className="go-on" aria-labelledby="go-on">
      <h2 id="go-on">Go on</h2>
      <ul>
        {open.map((game) => {
          const book = shelf.find((one) => one.name === game.system);
          const { scenario: named, map } = game.again ?? {};
          const scenario = book?.scenarios.find((one) => (named ? one.name === named : one.title === game.title));
          const card = cards[game.game];
          const mine = game.seats.map((seat) => seat.side);
          const isMine = (card?.waiting ?? []).some((side) => mine.includes(side));
          const others = (card?.seats ?? []).filter((seat) => !mine.includes(seat.side)).map((seat) => seat.name);
          return (
            <li key={game.game} className={isMine ? "yours" : ""}>
              {scenario && <MapPicture system={game.system} scenario={scenario} number={map ?? null} />}
              <div>
                <Link href={addressOf(game)}>{game.title}</Link>
                <span className="quiet small">
                  {[book?.title ?? game.system, others.length ? `against ${others.join(", ")}` : "", card?.where ?? ""]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
                <span className={isMine ? "tag acting" : "quiet small"}>
                  {isMine
                    ? "Your order"
                    : card?.waiting?.length
                      ? `${capital(card.waiting.join(" and "))} decides`
                      : ago(game.when)}
                </span>
              </div>
              <button type="button" className="icon small" aria-label={`Forget ${game.title}`} onClick={() => drop(game)}>
                <Icon sign="close" size={12} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Battles that are over. */
export function Finished() {
  const done = kept().filter((one) => one.over);
  if (!done.length) return null;
  return (
    <ul className="links">
      {done.slice(0, MOST).map((game) => (
        <li key={game.game}>
          <Link href={addressOf(game)}>{game.title}</Link> <span className="quiet">{ago(game.when)}</span>
        </li>
      ))}
    </ul>
  );
}
