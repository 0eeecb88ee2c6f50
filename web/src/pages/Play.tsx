/** A battle: at a seat, at several, or as a spectator. */

import { useEffect, useMemo, useState } from "react";
import { keptGame } from "../memory";
import { Link } from "../router";
import { partyName, sideNumber } from "../show";
import { useSlice, useStore } from "../store";
import { SideSign } from "../table/Symbols";
import { Battle } from "./Battle";
import { useSeating } from "./seating";

/** The secrets of the seats: from the address, else what this browser remembers. */
export function tokensFor(game: string, hash: string): string[] {
  const given = hash.split(",").filter(Boolean);
  return given.length ? given : (keptGame(game)?.seats ?? []).map((seat) => seat.token);
}

export function Play({ game, hash, watch }: { game: string; hash: string; watch: boolean }) {
  const tokens = useMemo(() => (watch ? [] : tokensFor(game, hash)), [game, hash, watch]);
  const seating = useSeating(game, tokens);
  const { seat, curtain, lift } = seating;
  const status = useSlice(seat.state, (state) => state.status);
  const why = useSlice(seat.state, (state) => state.why);
  const table = useSlice(seat.state, (state) => state.table);
  const stage = useStore(seat.staged);
  const [slow, setSlow] = useState(false);
  const title = table?.title;
  useEffect(() => {
    document.title = title ? `${title} – Little Wars` : "Little Wars";
  }, [title]);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 400);
    return () => clearTimeout(timer);
  }, []);

  if (status === "shut" && !stage) {
    return (
      <main className="page narrow">
        <h1>This battle cannot be opened</h1>
        <p>{why}</p>
        <p>
          <Link href="/">Back home</Link>
        </p>
      </main>
    );
  }
  if (!stage || !table) {
    return (
      <main className="page narrow" aria-busy="true">
        <h1 className="quiet">{slow ? "Going to the table…" : " "}</h1>
        {status === "away" && <p role="status">The server does not answer. Trying again…</p>}
      </main>
    );
  }
  if (curtain) {
    const { show } = stage.scene.get();
    return (
      <main className="page narrow curtain">
        <h1>
          <SideSign side={sideNumber(show, curtain)} /> Pass the screen to {partyName(show, curtain)}
        </h1>
        <p>What comes next is only for {curtain} to see.</p>
        <button type="button" className="main" onClick={lift} autoFocus>
          I am {curtain}: show the table
        </button>
      </main>
    );
  }
  return <Battle key={seatKey(seating.seats)} seating={seating} seat={seat} stage={stage} />;
}

const seatKey = (seats: readonly { token: string }[]): string => seats.map((seat) => seat.token).join();
