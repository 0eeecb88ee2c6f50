/** Four arrows for fingers: what is being moved goes a little that way, as the arrow keys do it. */

import { useContext } from "react";
import { InteractionContext } from "../asks/interaction";
import { useSlice } from "../store";

const WAYS = [
  ["ArrowLeft", "Left", "M15 5L8 12L15 19"],
  ["ArrowUp", "Up", "M5 15L12 8L19 15"],
  ["ArrowDown", "Down", "M5 9L12 16L19 9"],
  ["ArrowRight", "Right", "M9 5L16 12L9 19"],
] as const;

export function NudgePad() {
  const interaction = useContext(InteractionContext);
  const movable = useSlice(interaction, (now) => !!now.onKey && now.grips.size > 0);
  return (
    <div className="nudge-pad" role="group" aria-label="Nudge">
      {WAYS.map(([key, name, line]) => (
        <button
          key={key}
          type="button"
          aria-label={`${name}, a quarter inch`}
          disabled={!movable}
          onClick={() => interaction.get().onKey?.("", key, true)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d={line} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </button>
      ))}
    </div>
  );
}
