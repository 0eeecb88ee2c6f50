/** Finding rules: a word in a title counts more than in an id, and that more than in the text. */

import type { RuleCard } from "../wire";

/** The chapter of a rule: the second word of its id. */
export const chapterOf = (id: string): string => id.split(".")[1] ?? "";

const TITLE = 8;
const START = 4; // a title that begins with the word
const ID = 3;
const TEXT = 1;

/** How well a rule answers these words; 0: one of them does not occur. */
export function rank(card: RuleCard, words: readonly string[]): number {
  const title = card.title.toLowerCase();
  const id = card.id.slice(card.id.indexOf(".") + 1).toLowerCase();
  const text = `${card.rule} ${card.ruling ?? ""}`.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const found =
      (title.includes(word) ? TITLE : 0) +
      (title.startsWith(word) ? START : 0) +
      (id.includes(word) ? ID : 0) +
      (text.includes(word) ? TEXT : 0);
    if (!found) return 0;
    sum += found;
  }
  return sum;
}

/** The rules that hold all these words, the best first; without words all of them in the book's order. */
export function sought(cards: readonly RuleCard[], words: readonly string[]): RuleCard[] {
  if (!words.length) return [...cards];
  const ranked = cards.map((card) => ({ card, rank: rank(card, words) })).filter((one) => one.rank > 0);
  return ranked.sort((a, b) => b.rank - a.rank).map((one) => one.card);
}

/** The chapters in the book's order, each with how many rules it has. */
export function chapters(cards: readonly RuleCard[]): [string, number][] {
  const found = new Map<string, number>();
  for (const card of cards) found.set(chapterOf(card.id), (found.get(chapterOf(card.id)) ?? 0) + 1);
  return [...found];
}
