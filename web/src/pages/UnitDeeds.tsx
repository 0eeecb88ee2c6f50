/** Every unit of a battle that is over: who was lost, who fell by it, its attacks, and its luck as a small bar. */

import { luckOf, luckText } from "../reckoning";
import { called, sideNumber } from "../show";
import { Silhouettes } from "../ui/Silhouettes";
import type { Card, Deeds, Reckoning, Show } from "../wire";

const WIDEST = 24; // half of a bar

/** To the right of the middle: luckier than was to be expected. */
function LuckBar({ luck, most }: { luck: number; most: number }) {
  const wide = (WIDEST * Math.abs(luck)) / Math.max(most, 1);
  return (
    <svg className="luck-bar" viewBox={`${-WIDEST} 0 ${2 * WIDEST} 8`} width={2 * WIDEST} height="8" aria-hidden="true">
      <rect className={luck < 0 ? "bad" : "good"} x={luck < 0 ? -wide : 0} y="1" width={wide} height="6" rx="1" />
      <path d="M0 0V8" />
    </svg>
  );
}

function Row({ card, show, deeds, most }: { card: Card; show: Show; deeds?: Deeds; most: number }) {
  const found = deeds ? luckOf([deeds]) : null;
  return (
    <tr>
      <th scope="row">
        {card.name}
        <Silhouettes card={card} show={show} />
      </th>
      <td>{`${Math.max(0, card.of - card.left)}/${card.of}`}</td>
      <td>{deeds?.removed ?? ""}</td>
      <td>{deeds?.attacks ?? ""}</td>
      <td className="luck">
        {found && (
          <>
            <LuckBar luck={found.luck} most={most} /> {luckText(found.luck)}
          </>
        )}
      </td>
    </tr>
  );
}

export function UnitDeeds({ show, side, reckoning }: { show: Show; side: string; reckoning: Reckoning | null }) {
  const all = Object.values(reckoning?.units ?? {});
  const most = Math.max(0, ...all.map((one) => Math.abs(luckOf([one])?.luck ?? 0)));
  return (
    <div className="outcome-losses">
      {show.parties.map((party, i) => {
        const units = Object.values(show.units).filter((unit) => unit.side === party.id);
        const lost = units.reduce((sum, unit) => sum + Math.max(0, unit.of - unit.left), 0);
        const of = units.reduce((sum, unit) => sum + unit.of, 0);
        return (
          <table key={party.id} className={`s${i}`} aria-label={`What became of ${party.name}`}>
            <caption>{`${party.name}${party.id === side ? " (you)" : ""}: ${lost} of ${of} lost`}</caption>
            <thead>
              <tr>
                <th scope="col">unit</th>
                <th scope="col">lost</th>
                <th scope="col">removed</th>
                <th scope="col">attacks</th>
                <th scope="col">luck</th>
              </tr>
            </thead>
            <tbody>
              {units.map((unit) => (
                <Row key={unit.id} card={unit} show={show} deeds={reckoning?.units[unit.id]} most={most} />
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

/** The figure by which most fell. */
export function BestFigure({ show, reckoning }: { show: Show; reckoning: Reckoning }) {
  const { best } = reckoning;
  if (!best) return null;
  const unit = show.units[best.figure.slice(0, Math.max(0, best.figure.lastIndexOf(".")))];
  const side = unit?.side ?? show.figures[best.figure]?.side ?? "";
  return (
    <p className={`outcome-best s${sideNumber(show, side)}`}>
      Best figure: <strong>{called(show, best.figure)}</strong>
      {`${unit && unit.of > 1 ? ` of ${unit.name}` : ""}, by whom ${best.removed} fell`}
    </p>
  );
}
