/** Putting down: a unit, a template, a piece of ground. Drag it, turn it, confirm. */

import { useEffect, useMemo } from "react";
import { keepDraft, keptDraft } from "../memory";
import { plain } from "../show";
import { useStore } from "../store";
import { RuleLink } from "../ui/RuleLink";
import type { PlaceSheet, Shape, Show, Shown, Spot } from "../wire";
import { capital } from "../words";
import { Buttons } from "./Buttons";
import { carried, useCarrying } from "./carrying";
import { type Laid, useInteraction } from "./interaction";
import { Placer } from "./placer";
import { type AskProps, useAdvice } from "./tools";

const HANDLE = 1400;

/** Figures that are not on the table yet, made up from what is known of their unit. */
export function madeUp(
  show: Show,
  sheet: PlaceSheet,
  id: string,
  shape: Shape | undefined,
  size: readonly number[] | undefined,
  spot?: Spot,
): Shown {
  const card = Object.values(show.units).find(
    (unit) => unit.figures.includes(id) || unit.id === id || id.startsWith(`${unit.id}.`),
  );
  const known = show.figures[id];
  const own = shape && (shape.kind === "disc" || shape.kind === "box") ? shape.size : size;
  const marks = [...(spot?.how === "prone" ? ["prone"] : []), ...(spot?.level ? ["airborne"] : [])];
  return (
    known ?? {
      id,
      unit: card?.id ?? "",
      side: card?.side ?? sheet.side,
      model: card?.models?.[0] ?? "",
      name: id,
      at: [0, 0],
      size: [...(own?.length ? own : [500])],
      face: 0,
      marks,
    }
  );
}

export function PlaceAsk({
  sheet,
  show,
  seat,
  id,
  send,
  sending,
  ghosts,
}: AskProps<PlaceSheet> & { ghosts: (figures: Record<string, Shown>) => void }) {
  const placer = useMemo(
    () => new Placer(seat.live, sheet, [Math.round(show.size[0] / 2), Math.round(show.size[1] / 2)], keptDraft<Spot[]>(id)),
    [seat, sheet, id],
  );
  const placing = useStore(placer.state);
  const { spots, why, rule, whole } = placing;
  useEffect(() => keepDraft(id, spots.length ? spots : null), [id, spots]);
  const ends = placer.ends();
  const isFigure = (name: string): boolean =>
    !!show.figures[name] ||
    Object.values(show.units).some((unit) => name.startsWith(`${unit.id}.`) || unit.figures.includes(name));
  const figureEnds = Object.fromEntries(Object.entries(ends).filter(([name]) => isFigure(name)));
  const laid: Laid[] = spots
    .filter((spot) => !isFigure(spot.what) && sheet.things[spot.what]?.kind !== "body")
    .map((spot) => ({ id: spot.what, shape: sheet.things[spot.what] ?? { kind: "disc" }, at: spot.at, face: spot.face ?? 0 }));

  useEffect(() => {
    const body = Object.values(sheet.things).find((shape) => shape.kind === "body");
    const made = (name: string): Shown =>
      madeUp(
        show,
        sheet,
        name,
        sheet.things[name],
        body?.size,
        spots.find((spot) => spot.what === placer.thingOf(name)),
      );
    ghosts(Object.fromEntries(Object.keys(figureEnds).map((name) => [name, made(name)])));
  }, [sheet, Object.keys(figureEnds).join(), spots.map((spot) => `${spot.level ?? 0} ${spot.how ?? ""}`).join()]);
  useEffect(() => () => ghosts({}), []);

  const confirm = async (): Promise<void> => {
    await placer.settled();
    if (!placer.state.get().why) send(placer.state.get().spots);
  };
  const advice = useAdvice(seat, sheet, (tried) => placer.lay(tried));
  useInteraction(
    {
      grips: new Set([...Object.keys(figureEnds), ...laid.map((one) => one.id)]),
      onGrip: (one) => placer.take(one),
      onDrag: (one, by, phase, alone) => {
        if (phase === "start") placer.grab(one);
        else if (phase === "cancel") placer.reset();
        else placer.drag(by, alone);
      },
      onKey: (one, key, fine) => {
        if (one) placer.take(one);
        return carried(placer, key, fine);
      },
      ends: figureEnds,
      laid,
      why,
      rule,
      handle: sheet.turns && spots.length ? { ...placer.pose(), reach: placer.front() + HANDLE } : null,
      onTurn: (face, phase) => phase !== "start" && placer.turn(face),
    },
    [placing, sheet, show.figures],
  );
  useCarrying(placer, whole, confirm);
  return (
    <>
      <Manners placer={placer} sheet={sheet} />
      {!placer.single && (
        <div className="segments" role="group" aria-label="What follows a drag">
          <button type="button" aria-pressed={whole} onClick={() => placer.setWhole(true)}>
            All together
          </button>
          <button type="button" aria-pressed={!whole} onClick={() => placer.setWhole(false)}>
            One by one
          </button>
          <kbd>F</kbd>
        </div>
      )}
      <p className={why ? "verdict bad" : "verdict"} aria-live="polite">
        {why ? (
          <>
            {capital(plain(show, why))}. <RuleLink rule={rule} />
          </>
        ) : (
          `Drag on the table, or use the arrow keys${sheet.turns ? "; Q and E turn" : ""}.`
        )}
      </p>
      <Buttons
        confirm={why ? null : () => void confirm()}
        label={spots.length ? "Put it down" : "Put nothing down"}
        advice={advice}
        reset={() => placer.reset()}
        sending={sending}
      />
    </>
  );
}

/** Formations, levels, prone: of the one in hand, or of all together. A body of one formation has nothing to choose. */
function Manners({ placer, sheet }: { placer: Placer; sheet: PlaceSheet }) {
  const shapes = Object.values(sheet.things);
  const hows = [...new Set(shapes.flatMap((shape) => shape.hows ?? []))];
  const top = Math.max(...shapes.map((shape) => shape.levels ?? 0));
  const high = (level: number): string => (!level ? "On the ground" : top > 1 ? `Level ${level}` : "In the air");
  const chooses = hows.length > (shapes.some((shape) => shape.kind === "body") ? 1 : 0);
  if (!top && !chooses) return null;
  return (
    <div className="manners" role="group" aria-label="How it is put down">
      {top > 0 && (
        <>
          <button type="button" disabled={!placer.canRise(1)} onClick={() => placer.rise(1)}>
            Up
          </button>
          <button type="button" disabled={!placer.canRise(-1)} onClick={() => placer.rise(-1)}>
            Down
          </button>
          <output>{placer.levels().map(high).join(", ")}</output>
        </>
      )}
      {chooses &&
        hows.map((one) => (
          <button key={one} type="button" aria-pressed={placer.isSo(one)} onClick={() => placer.setHow(one)}>
            {capital(one)}
          </button>
        ))}
    </div>
  );
}
