/** A roster as text that is also edited by buttons: the text stays the truth, and its units are found in it by their lines. It
 * knows that a roster is a list of units with numbers in them, and no rulebook. */

import { capital } from "../words";

/** A number in a unit: of whom, where it stands, and how many. */
export interface Count {
  of: string;
  line: number;
  value: number;
}

export interface RosterUnit {
  name: string;
  /** Its lines: the first, and the one after the last. */
  from: number;
  to: number;
  counts: readonly Count[];
}

const ITEM = /^( +)- /;
const NAMED = /\b(?:name|unit|ready|profile): *(?:"([^"]*)"|'([^']*)'|([^,}#\n]+))/;
const COUNT = /\b(number|count|figures): *(\d+)/;
const KIND = /(?:fighter|model|troop|loadout|name|vehicle|frame): *([^,}#]+)/g;
const COST = /^ *cost: *\d/;
const OWN = /^(name|points|cost|units):|^#|^\s*$/; // lines of a head that are of this roster alone
const MOST = 99;

const linesOf = (text: string): string[] => text.replace(/\n+$/, "").split("\n");

/** Of whom a number is: named in the same line, or in one before it. */
function kindOf(lines: readonly string[], from: number, at: number): string {
  for (let i = at; i >= from; i--) {
    const found = [...lines[i]!.matchAll(KIND)].map((one) => one[1]!.trim().replace(/^["']|["']$/g, ""));
    if (found.length) return found[found.length - 1]!.replaceAll("-", " ");
  }
  return "";
}

function unitAt(lines: readonly string[], from: number, to: number): RosterUnit {
  const [, double, single, plain] = NAMED.exec(lines.slice(from, to).join("\n")) ?? [];
  const counts: Count[] = [];
  for (let line = from; line < to; line++) {
    const found = COUNT.exec(lines[line]!);
    if (found) counts.push({ of: kindOf(lines, from, line), line, value: Number(found[2]) });
  }
  const name = (double ?? single ?? plain ?? "A unit").trim();
  return { name: /^[a-z][\w-]*$/.test(name) ? capital(name.replaceAll("-", " ")) : name, from, to, counts };
}

/** The units of a roster, in their order. */
export function unitsIn(text: string): RosterUnit[] {
  const lines = linesOf(text);
  const start = lines.findIndex((line) => /^units: *(#.*)?$/.test(line)) + 1;
  if (!start) return [];
  const deep = ITEM.exec(lines.slice(start).find((line) => ITEM.test(line)) ?? "")?.[1]?.length;
  if (deep === undefined) return [];
  const end = lines.findIndex((line, i) => i >= start && /^\S/.test(line) && !line.startsWith("#"));
  const last = end < 0 ? lines.length : end;
  const firsts = lines.flatMap((line, i) => (i >= start && i < last && ITEM.exec(line)?.[1]?.length === deep ? [i] : []));
  return firsts.map((from, i) => unitAt(lines, from, firsts[i + 1] ?? last));
}

/** What rosters have in common that may share their units: system, army list, genre. */
export const kinOf = (text: string): string =>
  linesOf(text)
    .filter((line) => /^\S/.test(line) && !OWN.test(line))
    .join("\n");

/** A line with what a unit or the whole once cost is no longer true. */
const forgetCost = (lines: readonly string[], unit: Pick<RosterUnit, "from" | "to">): string =>
  `${lines.filter((line, i) => !(COST.test(line) && (/^cost/.test(line) || (i >= unit.from && i < unit.to)))).join("\n")}\n`;

/** The roster with another number there. */
export function counted(text: string, unit: RosterUnit, { line, value }: Count, by: number): string {
  const lines = linesOf(text);
  const now = Math.min(MOST, Math.max(1, value + by));
  lines[line] = lines[line]!.replace(COUNT, (_, word: string) => `${word}: ${now}`);
  return forgetCost(lines, unit);
}

/** The lines of a unit as they stand in a roster. */
export const blockOf = (text: string, { from, to }: RosterUnit): string => linesOf(text).slice(from, to).join("\n");

export function withoutUnit(text: string, { from, to }: RosterUnit): string {
  const lines = linesOf(text);
  return forgetCost([...lines.slice(0, from), ...lines.slice(to)], { from: 0, to: 0 });
}

/** The roster with one unit more, at its end; an empty one takes its head from where the unit comes from. */
export function withUnit(text: string, source: string, unit: RosterUnit): string {
  const block = fresh(blockOf(source, unit), text);
  const units = unitsIn(text);
  const head = kinOf(text) ? text : `${kinOf(source)}\nname: My force\npoints: 500\nunits:\n`;
  const lines = linesOf(head);
  const at = units[units.length - 1]?.to ?? lines.length;
  return forgetCost([...lines.slice(0, at), ...block.split("\n"), ...lines.slice(at)], {
    from: at,
    to: at + block.split("\n").length,
  });
}

/** An id that is taken gets a number behind it. */
function fresh(block: string, text: string): string {
  return block.replace(/\bid: *([\w-]+)/, (all, id: string) => {
    const taken = (one: string): boolean => new RegExp(`\\bid: *${one}\\b(?!-)`).test(text);
    let free = id;
    for (let n = 2; taken(free); n++) free = `${id}-${n}`;
    return all.replace(id, free);
  });
}

/** What may be added: the units of ready armies of the same kin, each once. */
export function shelfOf(
  armies: readonly { title: string; text: string }[],
  text: string,
): { army: string; source: string; unit: RosterUnit }[] {
  const kin = kinOf(text);
  const seen = new Set<string>();
  return armies
    .filter((army) => !kin || kinOf(army.text) === kin)
    .flatMap((army) => unitsIn(army.text).map((unit) => ({ army: army.title, source: army.text, unit })))
    .filter(({ source, unit }) => {
      const block = blockOf(source, unit).replace(/^ *(- )?id:.*\n/, "");
      return !seen.has(block) && seen.add(block);
    });
}
