/** Seats this browser has taken, and rosters on the way to a battle. A seat's secret is kept here and nowhere else. */

import { recall, remember } from "./settings";
import type { NewGame } from "./wire";

const KEY = "littlewars.seats";
const DRAFT = "littlewars.draft";
const MOST = 30;

export interface Kept {
  game: string;
  title: string;
  system: string;
  seats: { side: string; token: string }[];
  when: number;
  over?: boolean;
  /** Links still to be passed on, and how to begin the same again. */
  invites?: { side: string; token: string }[];
  again?: NewGame;
}

/** The address for whoever is to join: he gets a secret of his own there. */
export const joinAddress = (game: string, token: string): string => `/join/${encodeURIComponent(game)}#${token}`;

/** The address of seats at a battle: whoever has it, sits there. */
export const seatAddress = (game: string, tokens: readonly string[]): string =>
  `/play/${encodeURIComponent(game)}#${tokens.join(",")}`;

export const kept = (): Kept[] => recall<Kept[]>(KEY) ?? [];

export const keptGame = (game: string): Kept | undefined => kept().find((one) => one.game === game);

/** Remember a game; what is known of its seats already stays. */
export function keep(one: Omit<Kept, "when">): void {
  const old = keptGame(one.game);
  const seats = [...(old?.seats ?? []).filter((seat) => !one.seats.some((new_) => new_.token === seat.token)), ...one.seats];
  remember(
    KEY,
    [{ ...old, ...one, seats, when: Date.now() }, ...kept().filter((other) => other.game !== one.game)].slice(0, MOST),
  );
}

/** A secret that opens nothing any more. */
export function forgetSeat(game: string, token: string): void {
  const without = (seats: Kept["seats"] = []): Kept["seats"] => seats.filter((seat) => seat.token !== token);
  remember(
    KEY,
    kept().map((one) => (one.game === game ? { ...one, seats: without(one.seats), invites: without(one.invites) } : one)),
  );
}

export function forget(game: string): void {
  remember(
    KEY,
    kept().filter((one) => one.game !== game),
  );
}

/** A move half made survives a reload: it belongs to one question of one game. */
export function keepDraft(key: string, draft: unknown): void {
  try {
    if (draft === null) sessionStorage.removeItem(DRAFT);
    else sessionStorage.setItem(DRAFT, JSON.stringify({ key, draft }));
  } catch {
    // not allowed: then it does not survive
  }
}

export function keptDraft<T>(key: string): T | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null") as { key: string; draft: T } | null;
    return found?.key === key ? found.draft : null;
  } catch {
    return null;
  }
}
