/** Which lesson of a first battle is said now: asks and facts, no rulebook. */

import type { Lesson, Sheet } from "../wire";

/** How things stand. */
export interface Facts {
  sheet: Pick<Sheet, "topic" | "rule"> | null;
  /** Does a unit wait for its order? */
  ready: boolean;
  /** Is a way drawn, as yet without an order? */
  drawn: boolean;
  halted: boolean;
  round: number;
}

export function fits({ when }: Lesson, { sheet, ready, drawn, halted, round }: Facts): boolean {
  if (when.halted) return halted;
  if (!sheet || halted) return false;
  return (
    (!when.topic || when.topic === sheet.topic) &&
    (!when.rule || when.rule === sheet.rule) &&
    (!when.ready || ready) &&
    (!when.drawn || drawn) &&
    round >= (when.round ?? 0)
  );
}

/** The first lesson that fits and was not said; one about what is drawn comes before one about the question itself. */
export function lessonNow(lessons: readonly Lesson[], said: ReadonlySet<string>, facts: Facts): Lesson | null {
  const open = lessons.filter((one) => !said.has(one.id) && fits(one, facts));
  return open.find((one) => one.when.drawn) ?? open[0] ?? null;
}

/** Where on the page a lesson points. */
export const PLACES: Record<string, string> = {
  table: ".battle-middle",
  question: "#question",
  dock: ".dock-tools",
  do: ".dock-main",
  units: ".battle-left .rail",
  task: ".task",
  story: ".story",
  undo: ".undo",
};
