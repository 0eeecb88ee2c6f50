/** Who sits at this screen: one person, several in turn, or somebody who only watches. */

import { useEffect, useMemo, useReducer, useState } from "react";
import { keep } from "../memory";
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

/** Something about any of the seats changed. */
function useSeatChanges(seats: readonly LiveSeat[]): void {
  const [, tell] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const ends = seats.map((seat) => {
      let stage = seat.staged.get()?.scene.subscribe(tell);
      const ofState = seat.state.subscribe(tell);
      const ofStage = seat.staged.subscribe(() => {
        stage?.();
        stage = seat.staged.get()?.scene.subscribe(tell);
        tell();
      });
      return () => {
        ofState();
        ofStage();
        stage?.();
      };
    });
    tell();
    return () => ends.forEach((end) => end());
  }, [seats]);
}

const isIdle = (seat: LiveSeat): boolean => seat.staged.get() !== null && !seat.staged.get()!.scene.get().busy;

const isAsked = (seat: LiveSeat): boolean => isIdle(seat) && (seat.state.get().now.asks ?? []).length > 0;

export function useSeating(game: string, tokens: readonly string[]): Seating {
  const key = tokens.join();
  const seats = useMemo(() => (tokens.length ? tokens : [""]).map((token) => new LiveSeat(game, token)), [game, key]);
  const [at, setAt] = useState(0);
  const [curtain, setCurtain] = useState("");
  const [began, setBegan] = useState(false);
  useSeatChanges(seats);
  useEffect(() => {
    seats.forEach((seat) => seat.start());
    return () => seats.forEach((seat) => seat.stop());
  }, [seats]);

  const seat = seats[at] ?? seats[0]!;
  const state = seat.state.get();
  // whoever is asked gets the screen, when what is shown has been seen
  const next = seats.findIndex(isAsked);
  const stays = isAsked(seat) || next < 0 || (seat.staged.get() !== null && !isIdle(seat));
  useEffect(() => {
    seats.forEach((one, i) => {
      const stage = one.staged.get();
      if (stage) stage.hidden = i !== at;
    });
  });
  useEffect(() => {
    if (stays) return;
    setAt(next);
    const table = seats[next]!.state.get().table;
    if (table?.secrets && seats.length > 1) setCurtain(table.side);
  }, [stays, next, seats]);
  useEffect(() => {
    // the first look at secrets is behind a curtain, too
    if (began || !state.table) return;
    setBegan(true);
    if (state.table.secrets && seats.length > 1) setCurtain(state.table.side);
  }, [began, state.table, seats]);
  useEffect(() => {
    for (const one of seats) {
      const { table, now } = one.state.get();
      if (table?.side)
        keep({
          game,
          title: table.title,
          system: table.system,
          seats: [{ side: table.side, token: one.token }],
          over: !!now.result,
        });
    }
  }, [seats, game, seats.map((one) => `${one.state.get().table?.side}${!!one.state.get().now.result}`).join()]);

  const own = seats.map((one) => one.state.get().table?.side ?? "").filter(Boolean);
  return { seats, seat, curtain, lift: () => setCurtain(""), own };
}
