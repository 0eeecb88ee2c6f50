/** Those of a unit who would do the same stand in one row: "Redcoat 1–3, 5". Pure. */

/** What one figure would do. */
export interface Part {
  name: string;
  way: number;
  /** He does not get all the way. */
  short: boolean;
  at: string;
  chance: string;
  /** Why he holds. */
  why?: string;
}

export interface Alike {
  names: string;
  all: Part[];
}

/** Numbers in a row as one: 1, 2, 3, 5 are "1–3, 5". */
function counted(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = runs[runs.length - 1];
    if (last && n === last[1] + 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`)).join(", ");
}

/** Names that differ by their number, said once. */
export function together(names: readonly string[]): string {
  const kinds = new Map<string, number[]>();
  for (const name of names) {
    const [, word = name, number] = /^(.*) (\d+)$/.exec(name) ?? [];
    kinds.set(word, [...(kinds.get(word) ?? []), ...(number ? [Number(number)] : [])]);
  }
  return [...kinds].map(([word, numbers]) => [word, counted(numbers)].filter(Boolean).join(" ")).join(", ");
}

/** In the order of the first of each. */
export function alike(parts: readonly Part[]): Alike[] {
  const rows = new Map<string, Part[]>();
  for (const part of parts) {
    const key = JSON.stringify([part.short, part.way > 0, part.at, part.chance, part.why ?? ""]);
    rows.set(key, [...(rows.get(key) ?? []), part]);
  }
  return [...rows.values()].map((all) => ({ names: together(all.map((one) => one.name)), all }));
}
