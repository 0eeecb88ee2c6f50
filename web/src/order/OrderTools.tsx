/** In the dock: how the unit acts, whom it attacks, and what it minds. */

import { useContext, useState } from "react";
import { called } from "../show";
import { InDock } from "../ui/Dock";
import { Icon, signOf } from "../ui/Icon";
import type { Show, Stance } from "../wire";
import type { Drafting, OrderDraft } from "./draft";
import { FrontContext } from "./front";

const KEYS = "zxcv";
const AT_ONCE = 6; // paces side by side; of more the rest is behind a button

/** Which of the paces a key picks; −1: none. */
export const paceKey = (key: string): number => (key.length === 1 ? KEYS.indexOf(key) : -1);

interface Props {
  draft: OrderDraft;
  drafting: Drafting;
  open: readonly Stance[];
  show: Show;
}

/** Those that are always seen, and those that are asked for; the chosen one is never put away. */
export function paceRows(open: readonly Stance[], chosen: string): { first: readonly Stance[]; rest: readonly Stance[] } {
  if (open.length <= AT_ONCE) return { first: open, rest: [] };
  const first = open.slice(0, AT_ONCE - 1);
  const picked = open.find((one) => one.id === chosen);
  if (picked && !first.includes(picked)) first.splice(AT_ONCE - 2, 1, picked);
  return { first, rest: open.filter((one) => !first.includes(one)) };
}

/** How the unit acts: a button each. */
function Paces({ open, chosen, pick }: { open: readonly Stance[]; chosen: string; pick: (id: string) => void }) {
  const [more, setMore] = useState(false);
  const { first, rest } = paceRows(open, chosen);
  const button = (one: Stance) => (
    <button
      key={one.id}
      type="button"
      title={one.about || one.label}
      aria-pressed={chosen === one.id}
      onClick={() => {
        setMore(false);
        pick(one.id);
      }}
    >
      <Icon sign={signOf(one)} size={14} />
      <span>{one.label}</span>
      {KEYS[open.indexOf(one)] && <kbd>{KEYS[open.indexOf(one)]!.toUpperCase()}</kbd>}
    </button>
  );
  return (
    <div className="dock-group dock-paces" role="group" aria-label="How">
      <p className="dock-name" aria-hidden="true">
        Pace
      </p>
      <div className="dock-chips">
        {first.map(button)}
        {rest.length > 0 && (
          <button type="button" className="dock-more" aria-expanded={more} onClick={() => setMore(!more)}>
            <Icon sign="list" size={14} />
            <span>{`${rest.length} more`}</span>
          </button>
        )}
        {more && <div className="dock-rest">{rest.map(button)}</div>}
      </div>
    </div>
  );
}

export function OrderTools({ draft, drafting, open, show }: Props) {
  const { at, hold, stance, rehearsal, shelter, spend, who } = drafting;
  const { drawing, draw } = useContext(FrontContext);
  const enemy = show.figures[at[0] ?? ""]?.unit ?? "";
  const target = enemy && called(show, enemy);
  return (
    <InDock slot="tools">
      {open.length > 1 && <Paces open={open} chosen={stance || rehearsal?.stance || ""} pick={(id) => draft.setStance(id)} />}
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
              <Icon sign="aim" size={14} /> <span>{target}</span>
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
