/** Which questions an order to a whole unit can answer: asks and facts, no rulebook. */

import { standing } from "../show";
import type { ChooseSheet, Option, Order, Sheet, Show, Stance } from "../wire";

/** A unit that can be ordered now, with those of it who act. */
export interface Ready {
  unit: string;
  who: string[];
}

const IDLE: readonly Option["means"][] = ["hold", "pass", "done"];

const isChoose = (sheet: Sheet): sheet is ChooseSheet => sheet.kind === "choose";

/** The units that wait for an order: the one whose plan is asked for, or those of which one is to act. */
export function readyUnits(sheet: Sheet | undefined, show: Show, stances: readonly Stance[]): Ready[] {
  if (!sheet || !isChoose(sheet)) return [];
  if (sheet.topic === "plan" && sheet.unit && stances.some((one) => sheet.rule in one.picks))
    return [acting(show, sheet)].filter((one) => one.who.length);
  if (sheet.topic !== "who") return [];
  if (sheet.unit)
    return show.units[sheet.unit]?.side === sheet.side && stances.length
      ? [whole(show, sheet.unit)].filter((one) => one.who.length)
      : [];
  return sheet.options.flatMap((option) => ready(show, option) ?? []);
}

/** The unit that an option is about, if it is there and not all of it aboard something: a crew goes with what carries it. */
function ready(show: Show, { means, of = [] }: Option): Ready | null {
  const unit = unitOf(show, of);
  const stands = of.every((name) => show.figures[name]) && of.some((name) => !show.figures[name]!.within);
  return unit && stands && !IDLE.includes(means) ? { unit, who: [...of] } : null;
}

/** Units that may act and cannot be ordered as a whole: somebody who is aboard. They are chosen as the rulebook asks. */
export const apart = (sheet: Sheet, show: Show): ChooseSheet["options"] =>
  isChoose(sheet) && sheet.topic === "who" && !sheet.unit
    ? sheet.options.filter((one) => !IDLE.includes(one.means) && !ready(show, one))
    : [];

/** The unit of which a plan is asked, and whoever goes with it: a leader has a unit of his own. */
function acting(show: Show, { unit = "", of = [] }: ChooseSheet): Ready {
  const { who } = whole(show, unit);
  const beside = of.filter((name) => !who.includes(name) && show.figures[name] && !show.figures[name].within);
  return { unit, who: [...who, ...beside] };
}

/** All of a unit who stand. */
const whole = (show: Show, unit: string): Ready => ({ unit, who: standing(show, unit).map((one) => one.id) });

/** The unit to which the first of these belongs. */
const unitOf = (show: Show, figures: readonly string[]): string => show.figures[figures[0] ?? ""]?.unit ?? "";

/** What the choice of this unit says of it: who is frightened will run. */
export const saidOf = (sheet: Sheet, unit: readonly string[]): string =>
  (isChoose(sheet) &&
    sheet.topic === "who" &&
    sheet.options.find((one) => unit.length > 0 && unit.every((who) => one.of?.includes(who)))?.about) ||
  "";

/** Options that leave everything undone, which come last: pass, hold, done. */
export const idleOptions = (sheet: Sheet): ChooseSheet["options"] =>
  isChoose(sheet) ? sheet.options.filter((one) => one.means === "pass" || one.means === "done") : [];

/** The stances of which one may be picked here; where a plan is asked for later, all of them. */
export function openStances(sheet: Sheet, stances: readonly Stance[]): Stance[] {
  if (!isChoose(sheet) || sheet.topic !== "plan") return [...stances];
  const ids = sheet.options.map((one) => one.id);
  return stances.filter((one) => {
    const pick = one.picks[sheet.rule]?.split(" ")[0];
    return pick === undefined || pick === "act" || ids.includes(pick);
  });
}

/** Is the force still being put on the table? */
export const isDeploying = (sheet: Sheet | undefined, show: Show): boolean =>
  !!sheet &&
  (sheet.kind === "place" || sheet.topic === "who") &&
  !sheet.blind &&
  (sheet.of ?? []).length > 0 &&
  (sheet.of ?? []).every((name) => !show.figures[name]);

/** May the rest of this unit's part be left to the aide? */
export const mayFinish = (sheet: Sheet | undefined, show: Show): string[] => {
  if (!sheet || sheet.blind || sheet.topic === "react" || sheet.topic === "secret" || !sheet.topic) return [];
  const unit = sheet.unit || unitOf(show, sheet.of ?? []);
  return unit && show.units[unit]?.side === sheet.side ? standing(show, unit).map((one) => one.id) : [];
};

export const plainOrder = (who: readonly string[], scope: Order["scope"] = "unit"): Order => ({ who: [...who], scope });
