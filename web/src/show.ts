/** The table as it is shown: how it changes, and who is who on it. */

import type { Beat, Change, Party, Pose, Show, Shown, Told } from "./wire";

export function applied(show: Show, change: Change): Show {
  const figures = { ...show.figures, ...change.figures };
  for (const name of change.gone ?? []) delete figures[name];
  const units = change.units || change.units_gone ? { ...show.units, ...change.units } : show.units;
  for (const name of change.units_gone ?? []) delete units[name];
  return {
    ...show,
    figures: arranged(figures, change.order),
    units: arranged(units, change.units_order),
    models: change.models ? { ...show.models, ...change.models } : show.models,
    tracker: change.tracker ?? show.tracker,
    parties: change.parties ?? show.parties,
    ground: change.ground ?? show.ground,
    zones: change.zones ?? show.zones,
    markers: change.markers ?? show.markers,
    note: change.note ?? show.note ?? "",
  };
}

/** The same in this order: who comes back after an undo is not behind all others, but where it was. */
function arranged<T>(all: Record<string, T>, order: readonly string[] | null | undefined): Record<string, T> {
  return order ? Object.fromEntries(order.filter((name) => name in all).map((name) => [name, all[name]!])) : all;
}

/** One more beat; after an undo what was taken back goes. Words about undoing are shown, but are no entries themselves. */
export function continued(story: readonly Beat[], beat: Beat, skipped = 0): Beat[] {
  if (typeof beat.left !== "number") return [...story, beat];
  let counted = skipped; // a long battle is told from the middle on
  const end = story.findIndex((one) => typeof one.left !== "number" && ++counted > beat.left!);
  return [...(end < 0 ? story : story.slice(0, end)), beat];
}

/** The story as it is told on sitting down, without what was taken back. */
export const folded = (story: readonly Beat[], skipped = 0): Beat[] =>
  story.some((beat) => typeof beat.left === "number")
    ? story.reduce<Beat[]>((told, beat) => continued(told, beat, skipped), [])
    : [...story];

/** The place of a side in the seating order: it decides colour and shape. */
export function sideNumber(show: { readonly parties: readonly Party[] }, side: string): number {
  const at = show.parties.findIndex((party) => party.id === side);
  return at < 0 ? 7 : at;
}

export const partyOf = (show: Show, side: string): Party | undefined => show.parties.find((party) => party.id === side);

export const partyName = (show: Show, side: string): string => partyOf(show, side)?.name || side;

/** Friends: the same side, or the same team. */
export function friends(show: Show, a: string, b: string): boolean {
  if (a === b) return true;
  const team = partyOf(show, a)?.team;
  return !!team && team === partyOf(show, b)?.team;
}

/** Which of the things that may move has this figure in it: itself, its unit's body, or what carries it. */
export function moverOf(show: Show, start: Readonly<Record<string, unknown>>, figure: string): string {
  if (figure in start) return figure;
  const shown = show.figures[figure];
  if (!shown) return "";
  if (shown.unit in start) return shown.unit;
  return shown.within && shown.within in start ? shown.within : "";
}

/** Everybody who goes along when one of a unit is dragged as a whole, in the order of the sheet. */
export function companions(show: Show, start: Readonly<Record<string, Pose>>, mover: string): string[] {
  const unit = show.figures[mover]?.unit;
  if (!unit) return [mover];
  return Object.keys(start).filter((name) => show.figures[name]?.unit === unit || isLeaderWith(show, name, unit));
}

/** A single figure of another unit that is asked about together with this one goes with it. */
const isLeaderWith = (show: Show, name: string, unit: string): boolean =>
  !!show.figures[name] && show.figures[name].unit !== unit && (show.units[show.figures[name].unit]?.figures.length ?? 0) === 1;

/** Is nobody of a unit on the table as yet? */
export const absent = (show: Show, unit: string): boolean => !show.units[unit]?.figures.some((name) => show.figures[name]);

/** The figures of a unit that stand on the table. */
export const standing = (show: Show, unit: string): Shown[] =>
  (show.units[unit]?.figures ?? []).map((name) => show.figures[name]).filter((one): one is Shown => !!one);

/** What an id is called: a unit, a figure with the number it has in its unit, or itself. */
export function called(show: Show, id: string): string {
  const unit = show.units[id];
  if (unit) return whose(show, unit.name, unit.side);
  const dot = id.lastIndexOf(".");
  const plain = nameOf(show, id);
  if (!plain) return id;
  const name = whose(show, plain, show.figures[id]?.side ?? show.units[id.slice(0, Math.max(0, dot))]?.side ?? "");
  return dot >= 0 && show.units[id.slice(0, dot)]?.of !== 1 ? `${name} ${id.slice(dot + 1)}` : name;
}

/** Names that several sides have, found once for a table. */
const shared = new WeakMap<Show["units"], ReadonlySet<string>>();

function sharedNames({ units, models }: Show): ReadonlySet<string> {
  const known = shared.get(units);
  if (known) return known;
  const sides = new Map<string, Set<string>>();
  for (const card of Object.values(units))
    for (const name of [card.name, ...(card.models ?? []).map((key) => models[key]?.name ?? "")])
      sides.set(name, (sides.get(name) ?? new Set()).add(card.side));
  const found = new Set([...sides].filter(([, those]) => those.size > 1).map(([name]) => name));
  shared.set(units, found);
  return found;
}

/** In a mirror battle a side stands before the names that both have. */
const whose = (show: Show, name: string, side: string): string =>
  side && sharedNames(show).has(name) ? `${side.charAt(0).toUpperCase()}${side.slice(1)} ${name}` : name;

/** The name of a figure; of one that does not stand on the table, that of its unit's kind. */
function nameOf(show: Show, id: string): string {
  const shown = show.figures[id];
  if (shown) return shown.name;
  const card = show.units[id.slice(0, Math.max(0, id.lastIndexOf(".")))];
  return card ? (show.models[card.models?.[0] ?? ""]?.name ?? card.name) : "";
}

export const depthOf = (told: Told): number => told.depth ?? 2;

/** How many entries lead back to before the last decision of this screen; one that left no choice was none, and an order is one
 * decision, however many answers it took. */
export function undoEntries(
  story: readonly Beat[],
  sides: readonly string[],
  wasGiven: (n: number) => boolean = () => false,
): number {
  const entries = story.filter((beat) => typeof beat.left !== "number" && beat.by.kind !== "begin");
  const last = entries.findLastIndex(
    (beat) => sides.includes(beat.by.side ?? "") && beat.by.kind !== "reseed" && beat.by.by !== "aide" && !wasGiven(beat.n),
  );
  return last < 0 ? 0 : entries.length - last;
}

/** A file name that says which battle, when, and how it ended. */
export function journalName(title: string, winners: readonly string[], now = new Date()): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${words || "battle"}-${now.toISOString().slice(0, 10)}-${winners.length ? `${winners.join("-")}-won` : "draw"}.jsonl`;
}
