/** Options in the order in which they are listed, and what they say. */

import type { Option, Sheet } from "../wire";

const LAST: readonly Option["means"][] = ["hold", "pass", "done"];

export const labelOf = (option: Option): string => option.label || option.id;

/** What one does comes first; to hold, to pass and to have done come last. Otherwise as the rulebook has them. */
export function listed(options: readonly Option[]): readonly Option[] {
  const last = options.filter((option) => LAST.includes(option.means));
  return last.length ? [...options.filter((option) => !LAST.includes(option.means)), ...last] : options;
}

/** What an answer that leaves no choice says, for the log. */
export function saidBy(sheet: Sheet): string {
  const chosen = sheet.kind === "choose" ? sheet.options.find((option) => option.id === sheet.single) : undefined;
  return chosen ? `${sheet.prompt}${sheet.prompt.endsWith("?") ? "" : ":"} ${labelOf(chosen)}` : sheet.prompt;
}
