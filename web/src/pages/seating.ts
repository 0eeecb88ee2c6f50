/** Who sits at this screen: one person, several in turn, or somebody who only watches. */

import { useEffect, useMemo, useReducer, useState } from "react";
import { Chair } from "../chair";
import { keep } from "../memory";

export interface Seating {
  chairs: readonly Chair[];
  /** The chair whose eyes we see with. */
  chair: Chair;
  /** The side the screen must be passed to first. */
  curtain: string;
  lift: () => void;
  /** The sides that sit at this screen. */
  own: readonly string[];
}

/** Something about any of the chairs changed. */
function useChanges(chairs: readonly Chair[]): void {
  const [, tell] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const ends = chairs.map((chair) => {
      let stage = chair.staged.get()?.scene.subscribe(tell);
      const ofState = chair.state.subscribe(tell);
      const ofStage = chair.staged.subscribe(() => {
        stage?.();
        stage = chair.staged.get()?.scene.subscribe(tell);
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
  }, [chairs]);
}

const isIdle = (chair: Chair): boolean => chair.staged.get() !== null && !chair.staged.get()!.scene.get().busy;

const isAsked = (chair: Chair): boolean => isIdle(chair) && (chair.state.get().now.asks ?? []).length > 0;

export function useSeating(game: string, tokens: readonly string[]): Seating {
  const key = tokens.join();
  const chairs = useMemo(() => (tokens.length ? tokens : [""]).map((token) => new Chair(game, token)), [game, key]);
  const [at, setAt] = useState(0);
  const [curtain, setCurtain] = useState("");
  const [began, setBegan] = useState(false);
  useChanges(chairs);
  useEffect(() => {
    chairs.forEach((chair) => chair.start());
    return () => chairs.forEach((chair) => chair.stop());
  }, [chairs]);

  const chair = chairs[at] ?? chairs[0]!;
  const state = chair.state.get();
  // whoever is asked gets the screen, when what is shown has been seen
  const next = chairs.findIndex(isAsked);
  const stays = isAsked(chair) || next < 0 || (chair.staged.get() !== null && !isIdle(chair));
  useEffect(() => {
    chairs.forEach((one, i) => {
      const stage = one.staged.get();
      if (stage) stage.hidden = i !== at;
    });
  });
  useEffect(() => {
    if (stays) return;
    setAt(next);
    const table = chairs[next]!.state.get().table;
    if (table?.secrets && chairs.length > 1) setCurtain(table.side);
  }, [stays, next, chairs]);
  useEffect(() => {
    // the first look at secrets is behind a curtain, too
    if (began || !state.table) return;
    setBegan(true);
    if (state.table.secrets && chairs.length > 1) setCurtain(state.table.side);
  }, [began, state.table, chairs]);
  useEffect(() => {
    for (const one of chairs) {
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
  }, [chairs, game, chairs.map((one) => `${one.state.get().table?.side}${!!one.state.get().now.result}`).join()]);

  const own = chairs.map((one) => one.state.get().table?.side ?? "").filter(Boolean);
  return { chairs, chair, curtain, lift: () => setCurtain(""), own };
}
