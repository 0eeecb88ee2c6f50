/** So many things over those who can take them. */

import { useState } from "react";
import { called } from "../show";
import type { AllocateSheet } from "../wire";
import { Buttons } from "./Buttons";
import { useInteraction } from "./interaction";
import { type AskProps, onButton, useAdvice, useKeys } from "./tools";

export function Allocate({ sheet, show, seat, send, sending }: AskProps<AllocateSheet>) {
  const least = (taker: string): number => sheet.least[taker] ?? 0;
  const first = Object.fromEntries(Object.keys(sheet.room).map((taker) => [taker, least(taker)]));
  const [given, setGiven] = useState<Readonly<Record<string, number>>>(first);
  const left = sheet.count - Object.values(given).reduce((sum, n) => sum + n, 0);
  const fits = sheet.exact ? left === 0 : left >= 0;
  const set = (taker: string, n: number): void =>
    setGiven({ ...given, [taker]: Math.min(sheet.room[taker] ?? 0, Math.max(least(taker), n)) });
  const confirm = fits ? () => send(given) : null;
  const figures = (taker: string): readonly string[] => show.units[taker]?.figures ?? [taker];
  const takerOf = (figure: string): string => Object.keys(sheet.room).find((taker) => figures(taker).includes(figure)) ?? "";
  useInteraction({
    glow: new Set(
      Object.keys(sheet.room)
        .filter((taker) => given[taker])
        .flatMap((taker) => [...figures(taker)]),
    ),
    pick: new Map(Object.keys(sheet.room).flatMap((taker) => figures(taker).map((figure) => [figure, taker] as const))),
    armed: true,
    onPick: (figure) => left > 0 && set(takerOf(figure), (given[takerOf(figure)] ?? 0) + 1),
  });
  useKeys((event) => {
    if (event.key === "Enter" && confirm && !onButton(event)) confirm();
    else if (event.key === "Escape") setGiven(first);
    else return false;
    return true;
  });
  const advice = useAdvice(seat, sheet, (tried) =>
    setGiven({ ...first, ...Object.fromEntries(tried.answer as [string, number][]) }),
  );
  return (
    <>
      <p className={left < 0 ? "bad" : "quiet"} aria-live="polite">
        {`${left} of ${sheet.count} left to give${sheet.exact ? "" : "; some may be kept"}`}
      </p>
      <ul className="allocate" aria-label={sheet.prompt}>
        {Object.entries(sheet.room).map(([taker, room]) => (
          <li key={taker}>
            <span>{called(show, taker)}</span>
            <span className="quiet">{`${least(taker) ? `${least(taker)}–` : "up to "}${room}`}</span>
            <span className="stepper small">
              <button
                type="button"
                aria-label={`One less for ${called(show, taker)}`}
                disabled={(given[taker] ?? 0) <= least(taker)}
                onClick={() => set(taker, (given[taker] ?? 0) - 1)}
              >
                −
              </button>
              <output>{given[taker] ?? 0}</output>
              <button
                type="button"
                aria-label={`One more for ${called(show, taker)}`}
                disabled={left <= 0 || (given[taker] ?? 0) >= room}
                onClick={() => set(taker, (given[taker] ?? 0) + 1)}
              >
                +
              </button>
            </span>
          </li>
        ))}
      </ul>
      <Buttons confirm={confirm} advice={advice} reset={() => setGiven(first)} sending={sending} />
    </>
  );
}
