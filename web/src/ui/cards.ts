/** Cards that mean something to the question at hand: pressed, or carried from the rail to the table. */

import { useEffect, useState } from "react";
import type { Interaction } from "../asks/interaction";
import type { Store } from "../store";
import type { Camera } from "../table/camera";

/** A card in the hand, and where the hand is in the window. */
export interface Carried {
  unit: string;
  x: number;
  y: number;
}

const BEGINS = 8; // pixels: a shorter way is a press

/** Listens in the rail, and gives the card that is being carried. */
export function useCards(rail: HTMLElement | null, camera: Camera, interaction: Store<Interaction>): Carried | null {
  const [carried, setCarried] = useState<Carried | null>(null);
  useEffect(() => {
    if (!rail) return undefined;
    let held: (Carried & { id: number; away: boolean }) | null = null;
    let dropped = false;
    const unitAt = (event: Event): string => {
      const unit = (event.target as Element).closest<HTMLElement>("[data-unit]")?.dataset.unit ?? "";
      return interaction.get().cards.has(unit) ? unit : "";
    };
    const down = (event: PointerEvent): void => {
      const unit = event.button === 0 ? unitAt(event) : "";
      dropped = false;
      held = unit ? { unit, x: event.clientX, y: event.clientY, id: event.pointerId, away: false } : null;
    };
    const move = (event: PointerEvent): void => {
      if (held?.id !== event.pointerId) return;
      held.away ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > BEGINS;
      if (!held.away) return;
      if (!rail.hasPointerCapture(event.pointerId)) rail.setPointerCapture(event.pointerId);
      setCarried({ unit: held.unit, x: event.clientX, y: event.clientY });
    };
    const up = (event: PointerEvent): void => {
      if (held?.id !== event.pointerId) return;
      const { unit, away } = held;
      held = null;
      setCarried(null);
      dropped = away && event.type === "pointerup";
      if (dropped) (document.activeElement as HTMLElement | null)?.blur(); // Enter belongs to the main button
      const onTable = document.elementFromPoint(event.clientX, event.clientY)?.closest(".battle-middle");
      if (dropped && onTable) interaction.get().onCard?.(unit, camera.toTable(event.clientX, event.clientY));
    };
    const click = (event: MouseEvent): void => {
      if (dropped) event.stopPropagation();
      else if ((event.target as Element).closest(".unit-head, .strip")) {
        const unit = unitAt(event);
        if (unit) interaction.get().onCard?.(unit, null);
      }
      dropped = false;
    };
    const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, click } as const;
    for (const [name, hear] of Object.entries(heard)) rail.addEventListener(name, hear as EventListener, true);
    return () => {
      for (const [name, hear] of Object.entries(heard)) rail.removeEventListener(name, hear as EventListener, true);
    };
  }, [rail, camera, interaction]);
  return carried;
}
