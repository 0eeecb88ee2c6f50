/** What is left on the table of what happened: the fallen and scorched ground, as the journal has them up to a beat. */

import type { Beat, Burst, Remains as Left, Seen, Show, Shown } from "./wire";

/** Somebody who lies on the table: when he fell, and by whom. */
export interface Fallen extends Shown {
  round: number;
  by: string;
}

export interface Remains {
  /** Those who fell, where they did, as they were. */
  fallen: Readonly<Record<string, Fallen>>;
  /** Where something burst: the ground stays scorched. */
  scars: readonly Burst[];
}

export const NOTHING_LEFT: Remains = { fallen: {}, scars: [] };
const MOST_SCARS = 60;
const RECENT = 4; // beats after a hit in which somebody may still fall by it

/** As the server found them in the journal: what happened before one came. */
export const remembered = (left: Left): Remains => ({
  fallen: Object.fromEntries(Object.entries(left.fallen).map(([id, { shown, round, by }]) => [id, { ...shown, round, by }])),
  scars: left.scars,
});

/** With what happened before; whoever stands on the table again (an answer was taken back) lies there no more. */
export const withEarlier = (now: Remains, earlier: Remains, show: Show): Remains => ({
  fallen: {
    ...Object.fromEntries(Object.entries(earlier.fallen).filter(([id]) => !show.figures[id])),
    ...now.fallen,
  },
  scars: [...earlier.scars.slice(0, earlier.scars.length - now.scars.length), ...now.scars].slice(-MOST_SCARS),
});

const seenIn = (beat: Beat): Seen[] => (beat.told ?? []).flatMap(({ seen }) => (seen ? [seen] : []));

/** By whom somebody fell, as far as one can see: by the last blow at him, or at one of his unit. */
function fellBy(shown: Shown, show: Show, beats: readonly Beat[]): string {
  const blows = beats
    .flatMap(seenIn)
    .reverse()
    .flatMap((seen) => (seen.type === "struck" && seen.hit ? [seen] : []));
  const unitOf = (id: string): string => show.figures[id]?.unit ?? id.slice(0, Math.max(0, id.lastIndexOf(".")));
  const at = blows.find((one) => one.target === shown.id) ?? blows.find((one) => unitOf(one.target) === shown.unit);
  return at?.figure ?? "";
}

/** What is left with this beat; `show` is the table before it, `story` the beats before it. */
export function remainsWith(before: Remains, show: Show, beat: Beat, story: readonly Beat[]): Remains {
  const seen = seenIn(beat);
  const ends = new Map(
    seen.flatMap((one) => (one.type === "went" ? [[one.figure, one.path[one.path.length - 1]] as const] : [])),
  );
  const fallen = seen.flatMap((one): [string, Fallen][] => {
    const shown = one.type === "fell" ? show.figures[one.figure] : undefined;
    if (!shown) return [];
    const at = ends.get(shown.id) ?? shown.at; // he may have gone a way first
    return [[shown.id, { ...shown, at, round: show.tracker.round, by: fellBy(shown, show, [...story.slice(-RECENT), beat]) }]];
  });
  const scars = seen.flatMap((one) => (one.type === "burst" ? [one] : []));
  if (!fallen.length && !scars.length) return before;
  return {
    fallen: { ...before.fallen, ...Object.fromEntries(fallen) },
    scars: [...before.scars, ...scars].slice(-MOST_SCARS),
  };
}

/** What was left after each beat that was looked at. */
const known = new WeakMap<Beat, Remains>();

/** What is left after this beat: whatever is taken back is not left either. `told` is the story with it. */
export function remainsAfter(before: Remains, show: Show, beat: Beat, story: readonly Beat[], told: readonly Beat[]): Remains {
  const undone = typeof beat.left === "number";
  const last = undone ? told.findLast((one) => typeof one.left !== "number" && known.has(one)) : undefined;
  const found = undone ? ((last && known.get(last)) ?? before) : remainsWith(before, show, beat, story);
  known.set(beat, found);
  return found;
}
