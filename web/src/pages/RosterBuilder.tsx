/** A force by buttons: what may be added on a shelf, and the units of the roster with their numbers. */

import type { ArmyCard } from "../wire";
import { counted, shelfOf, unitsIn, withoutUnit, withUnit } from "./rosterText";

interface Props {
  armies: readonly ArmyCard[];
  text: string;
  setText: (text: string) => void;
}

export function RosterBuilder({ armies, text, setText }: Props) {
  return (
    <div className="builder">
      <Shelf armies={armies} text={text} setText={setText} />
      <Force text={text} setText={setText} />
    </div>
  );
}

function Shelf({ armies, text, setText }: Props) {
  return (
    <section aria-label="Units to add">
      <h2>Units to add</h2>
      <ul>
        {shelfOf(armies, text).map(({ army, source, unit }) => (
          <li key={`${army} ${unit.from}`}>
            <span>
              {unit.name}
              <span className="quiet">{unit.counts.map(({ of, value }) => `${value} ${of}`).join(", ") || army}</span>
            </span>
            <button type="button" aria-label={`Add ${unit.name}`} onClick={() => setText(withUnit(text, source, unit))}>
              +
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Force({ text, setText }: Omit<Props, "armies">) {
  const units = unitsIn(text);
  return (
    <section aria-label="Your force">
      <h2>Your force</h2>
      {!units.length && <p className="quiet">Add a unit, or open a ready army and change it.</p>}
      <ul>
        {units.map((unit) => (
          <li key={unit.from} className="builder-unit">
            <strong>{unit.name}</strong>
            <button type="button" aria-label={`Remove ${unit.name}`} onClick={() => setText(withoutUnit(text, unit))}>
              ×
            </button>
            {unit.counts.map((count) => (
              <span key={count.line} className="builder-count">
                <button
                  type="button"
                  aria-label={`Fewer: ${count.of} of ${unit.name}`}
                  disabled={count.value <= 1}
                  onClick={() => setText(counted(text, unit, count, -1))}
                >
                  −
                </button>
                <output>{count.value}</output>
                <button
                  type="button"
                  aria-label={`More: ${count.of} of ${unit.name}`}
                  onClick={() => setText(counted(text, unit, count, 1))}
                >
                  +
                </button>
                {count.of}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
