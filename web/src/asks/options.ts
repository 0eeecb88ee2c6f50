/** Options in the order in which they are listed, and what they say. */

import type { ChooseSheet, Option, Sheet, Show } from "../wire";

const LAST: readonly Option["means"][] = ["hold", "pass", "done"];

export const labelOf = (option: Option): string => option.label || option.id;

/** What one does comes first; to hold, to pass and to have done come last. Otherwise as the rulebook has them. */
export function listed(options: readonly Option[]): readonly Option[] {
  const last = options.filter((option) => LAST.includes(option.means));
  return last.length ? [...options.filter((option) => !LAST.includes(option.means)), ...last] : options;
}

/** Where there is seldom anything to change between two parts of the play, to leave it so lies ready. */
export const restful = ({ topic, options }: Pick<ChooseSheet, "topic" | "options">): string =>
  (topic === "rest" && options.find(({ means }) => means === "done" || means === "pass")?.id) || "";

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
