/** At the foot of the units: what one is here for, and how it stands. */

import { useState } from "react";
import { sideNumber } from "../show";
import { SideSign } from "../table/Symbols";
import type { Brief, Show } from "../wire";

export function Task({ brief, show }: { brief: Brief | null; show: Show }) {
  const [open, setOpen] = useState(true);
  const scores = show.parties.filter((party) => party.score);
  if (!brief?.task && !scores.length) return null;
  return (
    <section className="task" aria-label="Your task">
      <h2>
        <button type="button" className="task-head" aria-expanded={open} onClick={() => setOpen(!open)}>
          Your task
        </button>
      </h2>
      {open && brief && (
        <>
          {brief.task && <p>{brief.task}</p>}
          {brief.ends && <p className="quiet">{brief.ends}</p>}
          {brief.watch && <p className="quiet">{brief.watch}</p>}
        </>
      )}
      {scores.length > 0 && (
        <ul className="task-score">
          {scores.map((party) => (
            <li key={party.id}>
              <SideSign side={sideNumber(show, party.id)} title={party.name} /> <strong>{party.score}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
