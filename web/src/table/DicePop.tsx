/** Dice as they fall, over the table; the log keeps them. */

import type { Play } from "../stage";
import { Dice } from "../ui/Dice";

export function DicePop({ play }: { play: Play | null }) {
  if (!play?.dice.length) return null;
  return (
    <div className="dice-pop" key={play.id} aria-hidden="true">
      {play.dice.map((told, i) => (
        <span key={i} className="dice-throw">
          <Dice die={told.die ?? ""} faces={told.faces ?? []} />
          <span>{told.text}</span>
        </span>
      ))}
    </div>
  );
}
