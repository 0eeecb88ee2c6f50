/** Options in the order in which they are listed, and what they say. */

import type { ChooseSheet, Option, Sheet, Show } from "../wire";

const LAST: readonly Option["means"][] = ["hold", "pass", "done"];

export const labelOf = (option: Option): string => option.label || option.id;

/** What one does comes first; to hold, to pass and to have done come last. Otherwise as the rulebook has them. */
export function listed(options: readonly Option[]): readonly Option[] {
  const last = options.filter((option) => LAST.includes(option.means));
  return last.length ? [...options.filter((option) => !LAST.includes(option.means)), ...last] : options;
}

/** What lies ready: to go on, where there is seldom anything to change, or where everything else costs something scarce. */
export function restful({ topic, options }: Pick<ChooseSheet, "topic" | "options">): string {
  if (topic === "rest") return options.find(({ means }) => means === "done" || means === "pass")?.id ?? "";
  const free = options.filter(({ means }) => means !== "spend");
  return free.length === 1 && options.length > 1 && free[0]!.means === "go" ? free[0]!.id : "";
}

/** What an answer that leaves no choice says, for the log. */
export function saidBy(sheet: Sheet): string {
  const chosen = sheet.kind === "choose" ? sheet.options.find((option) => option.id === sheet.single) : undefined;
  return chosen ? `${sheet.prompt}${sheet.prompt.endsWith("?") ? "" : ":"} ${labelOf(chosen)}` : sheet.prompt;
}

/** Units of a side that are all that an option is about: their cards mean it. */
export function byCard(options: readonly Option[], show: Pick<Show, "units">, side: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const own = Object.values(show.units).filter((unit) => unit.side === side && unit.left > 0);
  for (const { id, of = [] } of options) {
    const unit = own.find((one) => one.figures.includes(of[0] ?? "") && of.length >= one.left);
    if (unit && !found.has(unit.id)) found.set(unit.id, id);
  }
  return found;
}
