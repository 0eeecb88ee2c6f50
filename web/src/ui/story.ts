/** The story by what people did: a headline for each activation, phase or order, dice with the roll they belong to, and what says
 * nothing new said once. Pure: it knows lines and how deep they are, no rulebook. */

import { depthOf } from "../show";
import type { Beat, Told } from "../wire";

/** One line: what is told, the dice that fell for it, and of how many it is said. */
export interface Line {
  told: Told;
  text: string;
  dice: readonly Told[];
  n: number;
  side: string;
  /** How many fall with it. */
  fell: number;
}

export interface Block {
  /** What it begins with: a heading of its own, or the headlines of what follows. */
  heads: readonly Line[];
  lines: readonly Line[];
  heading: boolean;
  n: number;
  /** How many fall in it. */
  fell: number;
}

const IRREGULAR: Readonly<Record<string, string>> = { has: "have", is: "are", does: "do", goes: "go", was: "were" };

/** A verb as several do it: goes, go; misses, miss; walks, walk. */
export function plural(verb: string): string {
  return IRREGULAR[verb] ?? verb.replace(/(ss|sh|ch|x)es$/, "$1").replace(/([^s])s$/, "$1");
}

/** What is said of one of several, if nothing else is in the line. */
function predicate({ told, dice }: Line): string {
  if (dice.length || told.tally || told.secret || depthOf(told) < 2) return "";
  const seen = told.seen?.type;
  if (seen === "fell" || seen === "struck" || seen === "felt") return ""; // each of them counts
  return told.who ? told.text.slice(told.who.length).trim() : "";
}

/** The same said of several in a row is said once: "Seedling 2 and 3 more have no target". */
export function together(lines: readonly Line[]): Line[] {
  const found: Line[] = [];
  let at = 0;
  while (at < lines.length) {
    const first = lines[at]!;
    const said = predicate(first);
    let end = at + 1;
    while (
      end < lines.length &&
      (said ? predicate(lines[end]!) === said : isSame(first, lines[end]!)) &&
      lines[end]!.side === first.side
    )
      end++;
    const many = end - at;
    const [verb = "", ...rest] = said.split(" ");
    if (many === 1) found.push(first);
    else
      found.push({
        ...first,
        text: said ? [first.told.who, `and ${many - 1} more`, plural(verb), ...rest].join(" ") : `${first.text} ×${many}`,
      });
    at = end;
  }
  return found;
}

/** The very same words again. */
const isSame = (a: Line, b: Line): boolean =>
  !a.dice.length && !b.dice.length && !a.told.tally && a.told.text === b.told.text && a.told.rule === b.told.rule;

/** The lines of a story, each with the dice that fell before it; dice that belong to no roll stand alone. */
export function linesOf(beats: readonly Beat[]): Line[] {
  const found: Line[] = [];
  for (const beat of beats) {
    let waiting: Told[] = [];
    const side = beat.by.side ?? "";
    const line = (told: Told, dice: readonly Told[] = []): Line => ({
      told,
      text: told.text,
      dice,
      n: beat.n,
      side,
      fell: told.seen?.type === "fell" ? 1 : 0,
    });
    for (const told of beat.told ?? []) {
      const last = found[found.length - 1];
      if (last && !told.text && told.seen?.type === "fell") last.fell += 1; // the line before tells it, too
      if (told.kind === "draw" && !told.die?.startsWith("1 of")) waiting.push(told);
      else if (told.text || told.faces?.length) {
        if (told.tally || waiting.length === 1) found.push(line(told, waiting));
        else found.push(...waiting.map((one) => line(one)), line(told));
        waiting = [];
      }
    }
    found.push(...waiting.map((one) => line(one)));
  }
  return found;
}

/** The beats with which an order begins: a block of its own, also without a headline. */
const ordersIn = (beats: readonly Beat[]): ReadonlySet<number> =>
  new Set(beats.filter((beat) => beat.by.by === "order").map((beat) => beat.n));

/** A story in blocks. */
export function blocks(beats: readonly Beat[]): Block[] {
  const orders = ordersIn(beats);
  const found: { heads: Line[]; lines: Line[]; heading: boolean; n: number }[] = [];
  for (const line of linesOf(beats)) {
    const depth = depthOf(line.told);
    const last = found[found.length - 1];
    const begins = orders.has(line.n) && last?.n !== line.n && !!last?.lines.length;
    if (depth === 0) found.push({ heads: [line], lines: [], heading: true, n: line.n });
    else if (!last || last.heading || begins || (depth === 1 && last.lines.length))
      found.push({ heads: depth === 1 ? [line] : [], lines: depth === 1 ? [] : [line], heading: false, n: line.n });
    else if (depth === 1) last.heads.push(line);
    else last.lines.push(line);
  }
  return found.map((one) => ({
    ...one,
    lines: together(one.lines),
    fell: [...one.heads, ...one.lines].reduce((sum, line) => sum + line.fell, 0),
  }));
}

/** What came of a block, for its headline. */
export const outcomeOf = ({ fell }: Pick<Block, "fell">): string => (fell ? `${fell} ${fell === 1 ? "falls" : "fall"}` : "");
