/** The time that is left to each person; the one who is waited for sees it run. */

import { useEffect, useState } from "react";
import { partyName, sideNumber } from "../show";
import { SideSign } from "../table/Symbols";
import type { Clocks, Show } from "../wire";
import { clockWords } from "../words";
import { Icon } from "./Icon";

const LATE = 60; // seconds

export function ClockChip({ clocks, show }: { clocks: Clocks; show: Show }) {
  const [gone, setGone] = useState(0);
  const runs = clocks.runs ?? [];
  const running = runs.length > 0;
  useEffect(() => {
    setGone(0);
    if (!running || !clocks) return undefined;
    const began = performance.now();
    const timer = setInterval(() => setGone(Math.floor((performance.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [clocks, running]);
  return (
    <span className="chip still clocks" role="timer" aria-label="Time left">
      <Icon sign="clock" size={14} />
      {Object.entries(clocks.left).map(([side, left]) => {
        const now = Math.max(0, left - (runs.includes(side) ? gone : 0));
        return (
          <span key={side} className={runs.includes(side) && now < LATE ? "bad" : runs.includes(side) ? "" : "quiet"}>
            <SideSign side={sideNumber(show, side)} title={partyName(show, side)} /> {clockWords(now)}
          </span>
        );
      })}
    </span>
  );
}
