/** Answers that the page has given by itself because no other was allowed: by game and line, with what was answered. */

import { Store } from "./store";

const KEY = "littlewars.given";
const MOST = 400;

type Given = Readonly<Record<string, string>>;

function recalled(): Given {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Given;
  } catch {
    return {};
  }
}

export const given = new Store<Given>(recalled());

const keyOf = (game: string, n: number): string => `${game}/${n}`;

export const givenAt = (all: Given, game: string, n: number): string | undefined => all[keyOf(game, n)];

export function noteGiven(game: string, n: number, text: string): void {
  const all = Object.entries({ ...given.get(), [keyOf(game, n)]: text }).slice(-MOST);
  given.set(Object.fromEntries(all));
  try {
    sessionStorage.setItem(KEY, JSON.stringify(given.get()));
  } catch {
    // not allowed: then it is forgotten with the page
  }
}
