/** Who sits at this screen: one person, several in turn, or somebody who only watches. */

import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Trouble, takeSeat } from "../api";
import { forgetSeat, keep, keptGame, seatAddress } from "../memory";
import { go } from "../router";
import { LiveSeat } from "../seat";

export interface Seating {
  seats: readonly LiveSeat[];
  /** The seat whose eyes we see with. */
  seat: LiveSeat;
  /** The side the screen must be passed to first. */
  curtain: string;
  lift: () => void;
  /** The sides that sit at this screen. */
  own: readonly string[];
}

const isIdle = (seat: LiveSeat): boolean => seat.staged.get() !== null && !seat.staged.get()!.scene.get().busy;

const isAsked = (seat: LiveSeat): boolean => isIdle(seat) && (seat.state.get().now.asks ?? []).length > 0;

/** All of a seat that decides who has the screen: it changes far less often than what the seat sees. */
function standing(seat: LiveSeat): string {
  const { table } = seat.state.get();
  return [seat.staged.get() !== null, isIdle(seat), isAsked(seat), table !== null, table?.side].join(" ");
}

function useStanding(seats: readonly LiveSeat[]): void {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = seats.map((seat) => seat.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [seats],
  );
  useSyncExternalStore(subscribe, () => seats.map(standing).join());
}

/** The browser remembers a seat that was taken, and that its battle is over. */
function remembers(game: string, seat: LiveSeat): () => void {
  let known = "";
  const note = (): void => {
    const { table, now, status } = seat.state.get();
    if (status === "shut") return forgetSeat(game, seat.token); // somebody else sits there now
    const news = `${table?.side ?? ""} ${!!now.result}`;
    if (!table?.side || news === known) return;
    known = news;
    const { title, system, side } = table;
    keep({ game, title, system, seats: [{ side, token: seat.token }], over: !!now.result });
  };
  note();
  return seat.state.subscribe(note);
}

/** Another secret for a seat: pages that have the old one are sent away, this one sits down with the new one. */
export async function renewSeat(seat: LiveSeat): Promise<void> {
  const { table } = seat.state.get();
  if (!table) return;
  const { game, title, system } = table;
  try {
    const { side, token } = await takeSeat(game, seat.token);
    const others = (keptGame(game)?.seats ?? []).filter((one) => one.token !== seat.token);
    forgetSeat(game, seat.token);
    keep({ game, title, system, seats: [{ side, token }] });
    go(
      seatAddress(
        game,
        [...others, { token }].map((one) => one.token),
      ),
      true,
    );
  } catch (error) {
    const text = error instanceof Trouble ? error.message : String(error);
    seat.state.patch({ refused: { is: "refused", status: 0, rule: "", text } });
  }
}

export function useSeating(game: string, tokens: readonly string[]): Seating {
  const seats = useMemo(() => (tokens.length ? tokens : [""]).map((token) => new LiveSeat(game, token)), [game, tokens]);
  const [at, setAt] = useState(0);
  const [curtain, setCurtain] = useState("");
  const [began, setBegan] = useState(false);
  useStanding(seats);
  useEffect(() => {
    const ends = seats.map((seat) => remembers(game, seat));
    for (const seat of seats) seat.start();
    return () => {
      for (const seat of seats) seat.stop();
      for (const end of ends) end();
    };
  }, [seats, game]);

  const seat = seats[at] ?? seats[0]!;
  const { table } = seat.state.get();
  // whoever is asked gets the screen, when what is shown has been seen
  const next = seats.findIndex(isAsked);
  const stays = isAsked(seat) || next < 0 || (seat.staged.get() !== null && !isIdle(seat));
  useEffect(() => {
    for (const [i, one] of seats.entries()) {
      const stage = one.staged.get();
      if (stage) stage.hidden = i !== at;
    }
  });
  useEffect(() => {
    if (stays) return;
    setAt(next);
    const asked = seats[next]!.state.get().table;
    if (asked?.secrets && seats.length > 1) setCurtain(asked.side);
  }, [stays, next, seats]);
  useEffect(() => {
    // the first look at secrets is behind a curtain, too
    if (began || !table) return;
    setBegan(true);
    if (table.secrets && seats.length > 1) setCurtain(table.side);
  }, [began, table, seats]);

  const own = seats.map((one) => one.state.get().table?.side ?? "").filter(Boolean);
  return { seats, seat, curtain, lift: () => setCurtain(""), own };
}
