/** In the dock: how the unit acts, whom it attacks, and what it minds. */

import { useContext } from "react";
import { InDock } from "../ui/Dock";
import { Icon, signOf } from "../ui/Icon";
import type { Show, Stance } from "../wire";
import type { Drafting, OrderDraft } from "./draft";
import { FrontContext } from "./front";

const KEYS = "zxcv";

/** Which of the paces a key picks; −1: none. */
export const paceKey = (key: string): number => (key.length === 1 ? KEYS.indexOf(key) : -1);

interface Props {
  draft: OrderDraft;
  drafting: Drafting;
  open: readonly Stance[];
  show: Show;
}

export function OrderTools({ draft, drafting, open, show }: Props) {
  const { at, hold, stance, rehearsal, shelter, spend, who } = drafting;
  const { drawing, draw } = useContext(FrontContext);
  const target = show.units[show.figures[at[0] ?? ""]?.unit ?? ""]?.name;
  return (
    <InDock slot="tools">
      {open.length > 1 && (
        <div className="dock-group" role="group" aria-label="How">
          <p className="dock-name" aria-hidden="true">
            Pace
          </p>
          <div className="dock-chips">
            {open.map((one, i) => (
              <button
                key={one.id}
                type="button"
                title={one.about}
                aria-pressed={stance === one.id || (!stance && rehearsal?.stance === one.id)}
                onClick={() => draft.setStance(one.id)}
              >
                <Icon sign={signOf(one)} size={14} />
                <span>{one.label}</span>
                {KEYS[i] && <kbd>{KEYS[i].toUpperCase()}</kbd>}
              </button>
            ))}
          </div>
        </div>
      )}
      <div className="dock-group" role="group" aria-label="Whom">
        <p className="dock-name" aria-hidden="true">
          Fire
        </p>
        <div className="dock-chips">
          <button type="button" aria-pressed={!at.length && !hold} onClick={() => draft.aimFreely()}>
            <Icon sign="aim" size={14} /> Best each
          </button>
          <button type="button" aria-pressed={hold} onClick={() => draft.setHold(!hold)}>
            <Icon sign="hold" size={14} /> Hold fire
          </button>
          {target && (
            <button type="button" aria-pressed="true" onClick={() => draft.aimFreely()} title="Press to let each choose">
              <Icon sign="aim" size={14} /> {target}
            </button>
          )}
        </div>
      </div>
      <div className="dock-group" role="group" aria-label="What they mind">
        <p className="dock-name" aria-hidden="true">
          Mind
        </p>
        <div className="dock-chips">
          <label className="check">
            <input type="checkbox" checked={shelter} onChange={(event) => draft.setShelter(event.target.checked)} />
            Keep to cover
          </label>
          <label className="check">
            <input type="checkbox" checked={spend} onChange={(event) => draft.setSpend(event.target.checked)} />
            Use what is scarce
          </label>
          {who.length > 1 && (
            <button
              type="button"
              aria-pressed={drawing}
              title="Drag over the table from the left flank to the right (or with the right mouse button); [ and ] narrower and wider"
              onClick={() => draw(!drawing)}
            >
              <Icon sign="front" size={14} /> Draw a front
            </button>
          )}
        </div>
      </div>
    </InDock>
  );
}
