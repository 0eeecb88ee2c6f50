/** Dice as they fall, in a tray under the table: never over figures. The log keeps them. */

import type { Play } from "../stage";
import { Dice } from "../ui/Dice";
import type { Tally, Told } from "../wire";
import { does, faces, needed } from "../words";

/** The number that was needed, where the roll says so. */
const needs = (tally: Tally | null | undefined): string => (tally ? faces(tally, needed(tally)) : "");

/** How many succeed: "2 of 3". */
export function outcome(told: Pick<Told, "faces" | "tally">): string {
  const { faces: rolled = [], tally } = told;
  if (!tally || !rolled.length) return "";
  return `${rolled.filter((face) => does(face, tally)).length} of ${rolled.length}`;
}

export function DicePop({ play }: { play: Play | null }) {
  return (
    <div className="dice-tray" aria-hidden="true">
      {play?.dice.map((told, i) => (
        <span key={`${play.id} ${i}`} className="dice-throw">
          {told.tally && <b className="dice-needs">{needs(told.tally)}</b>}
          <Dice die={told.die ?? ""} faces={(told.faces ?? []).slice(0, 12)} tally={told.tally ?? null} />
          <span className="dice-words">{told.text}</span>
          {told.tally && <b className="dice-outcome">{outcome(told)}</b>}
        </span>
      ))}
    </div>
  );
}
