/** The forces of a battle about to begin: what each is called and worth, and whether that is fair. */

import { useEffect, useState } from "react";
import { checkRoster } from "../api";
import type { ScenarioCard, SystemCard } from "../wire";

export interface ForceWorth {
  name: string;
  /** null: nobody knows. */
  points: number | null;
}

const FAIR = 1.15; // so many times the points of the other side are still a fair battle
const PAUSE = 600;

/** The force that the battle itself gives a side. */
export const usual = (system: SystemCard, scenario: ScenarioCard, side: string): ForceWorth => {
  const name = scenario.sides[side] ?? "";
  return { name: name || side, points: system.armies.find((army) => army.title === name)?.points ?? null };
};

/** A warning where one side is worth much more; "" where they are even, or nobody knows. */
export function uneven(forces: readonly ForceWorth[]): string {
  const known = forces.filter((one): one is { name: string; points: number } => !!one.points);
  if (known.length < 2 || known.length < forces.length) return "";
  const [most, least] = [Math.max(...known.map((one) => one.points)), Math.min(...known.map((one) => one.points))];
  return most > least * FAIR
    ? `${known.map((one) => `${one.name} ${one.points}`).join(" against ")} points: an uneven battle.`
    : "";
}

/** What each side brings; one's own rosters are read by the server. */
export function useForces(system: SystemCard, scenario: ScenarioCard, rosters: Readonly<Record<string, string>>): ForceWorth[] {
  const [read, setRead] = useState<Readonly<Record<string, ForceWorth>>>({});
  const texts = Object.values(rosters).filter((text) => text.trim());
  const unread = texts.find((text) => !read[text]);
  useEffect(() => {
    if (!unread) return undefined;
    const timer = setTimeout(() => {
      const known = (found: ForceWorth): void => setRead((now) => ({ ...now, [unread]: found }));
      checkRoster(system.name, unread).then(
        (report) => known({ name: report.name || "Own force", points: report.total || null }),
        () => known({ name: "Own force", points: null }),
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [system.name, unread]);
  return Object.keys(scenario.sides).map((side) => {
    const text = rosters[side] ?? "";
    return text.trim() ? (read[text] ?? { name: "Own force", points: null }) : usual(system, scenario, side);
  });
}
