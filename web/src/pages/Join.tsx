/** Joining by a link: whoever comes gets a secret of his own, and the link opens nothing any more. */

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { game as cardOf, Trouble, takeSeat } from "../api";
import { forgetSeat, keep, keptGame, seatAddress } from "../memory";
import { go, Link } from "../router";
import { Page } from "./Page";

export function Join({ game, token }: { game: string; token: string }) {
  const [trouble, setTrouble] = useState("");
  const known = keptGame(game);
  const isOwn = known?.invites?.some((one) => one.token === token);
  const join = async (): Promise<void> => {
    try {
      const seat = await takeSeat(game, token);
      const { title, system } = await cardOf(game);
      forgetSeat(game, token);
      keep({ game, title, system, seats: [seat] });
      go(seatAddress(game, [...(known?.seats ?? []).map((one) => one.token), seat.token]), true);
    } catch (error) {
      setTrouble(error instanceof Trouble ? error.message : String(error));
    }
  };
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    if (isOwn || begun.current) return;
    begun.current = true;
    const isBack = !!known?.seats.length; // whoever has joined already
    if (isBack) go(`/play/${encodeURIComponent(game)}`, true);
    else void join();
  });
  useEffect(() => begin(), []);
  if (trouble)
    return (
      <Page>
        <h1>This seat cannot be taken</h1>
        <p>{trouble}</p>
        <p>
          <Link href={`/watch/${encodeURIComponent(game)}`}>Watch the battle</Link> or <Link href="/">go home</Link>
        </p>
      </Page>
    );
  if (!isOwn) return <Page>{null}</Page>;
  return (
    <Page>
      <h1>This link is for your opponent</h1>
      <p>Pass it on: the first who opens it elsewhere sits there, and nobody else after that.</p>
      <div className="buttons">
        <button type="button" onClick={() => void join()}>
          Sit there myself, at this screen
        </button>
        <Link className="button main" href={`/play/${encodeURIComponent(game)}`}>
          Back to the battle
        </Link>
      </div>
    </Page>
  );
}
