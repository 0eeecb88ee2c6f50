/** Putting down: a unit, a template, a piece of ground. Drag it, turn it, confirm. */

import { useEffect, useMemo } from "react";
import { keptDraft } from "../memory";
import { called } from "../show";
import { useStore } from "../store";
import type { PlaceSheet, Show, Shown, Spot } from "../wire";
import { capital } from "../words";
import { dropOf } from "./dragHandoff";
import { HandAsk } from "./HandAsk";
import type { Laid } from "./interaction";
import { Met } from "./Met";
import { Placer } from "./placer";
import type { AskProps } from "./tools";

/** Figures that are not on the table yet, made up from what is known of their unit. */
function madeUp(show: Show, sheet: PlaceSheet, id: string, spot: Spot | undefined): Shown {
  const card = Object.values(show.units).find((unit) => unit.figures.includes(id) || unit.id === id);
  const shape = sheet.things[id];
  const body = Object.values(sheet.things).find((one) => one.kind === "body");
  const size = shape?.kind === "disc" || shape?.kind === "box" ? shape.size : body?.size;
  return {
    id,
    unit: card?.id ?? "",
    side: card?.side ?? sheet.side,
    model: card?.models?.[0] ?? "",
    name: called(show, id),
    at: [0, 0],
    size: size?.length ? size : [500],
    face: 0,
    flags: [...(spot?.how === "prone" ? (["prone"] as const) : []), ...(spot?.level ? (["airborne"] as const) : [])],
  };
}

/** Is it a figure, or a template, a piece of ground? */
const isFigure = (show: Show, name: string): boolean =>
  !!show.figures[name] || Object.values(show.units).some((unit) => unit.figures.includes(name));

/** The units that are put down. */
const unitsIn = (show: Show, sheet: PlaceSheet): ReadonlySet<string> => {
  const all = Object.entries(sheet.things).flatMap(([name, { of = [] }]) => [name, ...of]);
  return new Set(
    Object.values(show.units).flatMap(({ id, figures }) => (figures.some((one) => all.includes(one)) ? [id] : [])),
  );
};

export function PlaceAsk(ask: AskProps<PlaceSheet>) {
  const { sheet, show, seat, id } = ask;
  const [wide, deep] = show.size;
  const placer = useMemo(
    () => new Placer(seat.live, sheet, [Math.round(wide / 2), Math.round(deep / 2)], keptDraft<Spot[]>(id)),
    [seat, sheet, id, wide, deep],
  );
  const { answer: spots, traces } = useStore(placer.state);
  const cards = useMemo(() => unitsIn(show, sheet), [show, sheet]);
  useEffect(() => {
    const at = dropOf(unitsIn(seat.staged.get()!.scene.get().show, sheet));
    if (at) placer.bring(at);
  }, [placer, seat, sheet]);
  const ends = Object.fromEntries(Object.entries(placer.ends()).filter(([name]) => isFigure(show, name)));
  const laid: Laid[] = spots
    .filter((spot) => !isFigure(show, spot.what) && sheet.things[spot.what]?.kind !== "body")
    .map((spot) => ({ id: spot.what, shape: sheet.things[spot.what] ?? { kind: "disc" }, at: spot.at, face: spot.face ?? 0 }));
  const ghostOf = (name: string): Shown =>
    madeUp(
      show,
      sheet,
      name,
      spots.find((spot) => spot.what === placer.holderOf(name)),
    );
  const absent = Object.keys(ends).filter((name) => !show.figures[name]);
  return (
    <HandAsk
      ask={ask}
      draft={placer}
      shown={{
        grips: new Set([...Object.keys(ends), ...laid.map((one) => one.id)]),
        cards,
        onCard: (_, at) => at && placer.bring(at),
        ends,
        laid,
        traces: traces.filter((trace) => trace.meets?.length),
        absent: Object.fromEntries(absent.map((name) => [name, ghostOf(name)])),
      }}
      front={sheet.turns && spots.length ? placer.front() : null}
      together={placer.single ? null : ["All together", "One by one"]}
      manners={<Manners placer={placer} sheet={sheet} />}
      hint={`Drag on the table, or use the arrow keys${sheet.turns ? "; Q and E turn" : ""}.`}
      label={spots.length ? "Put it down" : "Put nothing down"}
      ready
      changed
      note={<Met traces={traces} show={show} blind={!!sheet.blind} />}
    />
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
