/** What every decision needs: the seat it is made at, the table it is about, and keys. */

import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import type { LiveSeat } from "../seat";
import type { Forecast, Sheet, Show, Tried } from "../wire";
import { capital } from "../words";

export interface AskProps<S extends Sheet> {
  sheet: S;
  show: Show;
  seat: LiveSeat;
  /** Belongs to this question alone: drafts are kept under it. */
  id: string;
  send: (answer: unknown) => void;
  sending: boolean;
}

const TYPING = "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]";

/** May a key mean something to the table? Not while somebody types, nor behind a dialog. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as Element | null;
  return !target?.closest?.(TYPING) && !document.querySelector("dialog[open]");
}

/** Enter and Space belong to the button that has the focus. */
export const onButton = (event: KeyboardEvent): boolean =>
  !!(event.target as Element | null)?.closest?.("button, a, summary, input");

/** Keys for as long as a component is there; true: the key was meant for us. */
export function useKeys(handle: (event: KeyboardEvent) => boolean): void {
  const listen = useEffectEvent((event: KeyboardEvent): void => {
    if (isFree(event) && handle(event)) event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => listen(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}

export interface Advice {
  ask: () => Promise<void>;
  thinking: boolean;
  /** Whose suggestion lies there; "" when there is none. */
  note: string;
}

/** A suggestion, on demand: what comes back is laid ready to be changed or confirmed, and never sent by itself. */
export function useAdvice(seat: LiveSeat, sheet: Sheet, lay: (tried: Tried) => void): Advice {
  const [{ thinking, note }, set] = useState({ thinking: false, note: "" });
  const ask = async (): Promise<void> => {
    if (thinking) return;
    set({ thinking: true, note: "" });
    const reply = await seat.live.ask({ do: "suggest", part: sheet.part });
    if (reply?.is === "tried") lay(reply);
    set({ thinking: false, note: adviceNote(reply) });
  };
  return { ask, thinking, note };
}

function adviceNote(reply: Awaited<ReturnType<LiveSeat["live"]["ask"]>>): string {
  if (reply?.is === "refused") return capital(reply.text);
  if (reply?.is !== "tried") return "";
  return `${reply.by ? `The ${reply.by} suggests this` : "The usual answer"}: change it, or confirm.`;
}

/** Where forecasts are shown: a card over the table. */
export const ForecastContext = createContext<(forecast: Forecast | "reckoning" | null) => void>(() => undefined);

const PAUSE = 160; // nobody wants odds of what he only passes over

/** The forecast of an answer, reckoned by the server once for each. */
export function useForecast(seat: LiveSeat, sheet: Sheet, answer: unknown, wanted: boolean): Forecast | null {
  const place = useContext(ForecastContext);
  const [found, setFound] = useState<Forecast | null>(null);
  const known = useRef(new Map<string, Forecast | null>());
  const key = wanted && !sheet.blind ? JSON.stringify(answer) : "";
  useEffect(() => {
    let over = false;
    const tell = (forecast: Forecast | null): void => {
      setFound(forecast);
      place(forecast);
    };
    if (!key) tell(null);
    else if (known.current.has(key)) tell(known.current.get(key) ?? null);
    else {
      const timer = setTimeout(async () => {
        place("reckoning");
        const reply = await seat.live.ask({ do: "foresee", part: sheet.part, answer: JSON.parse(key) as unknown });
        const forecast = reply?.is === "foreseen" ? reply.forecast : null;
        if (reply?.is === "foreseen") known.current.set(key, forecast);
        if (!over) tell(forecast);
      }, PAUSE);
      return () => {
        over = true;
        clearTimeout(timer);
      };
    }
    return undefined;
  }, [key, seat, sheet.part, place]);
  useEffect(() => () => place(null), [place]);
  return found;
}
