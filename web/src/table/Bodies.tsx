/** The bodies of all kinds of figures on the table, drawn once as definitions; a figure refers to its own. */

import { memo, useEffect, useMemo, useRef, useState } from "react";
import type { FigureToDraw, Model, Show, Shown } from "../wire";
import { bodyKey, bodyOf, drawBodies, figureToDraw, type Rider, type Sight } from "./drawn/drawings";
import { ridersOf } from "./riders";

/** A kind of figure on a base: how it is asked for, and a short name for its drawing. */
interface Kind {
  key: string;
  name: string;
  figure: FigureToDraw;
}

const numbers = new Map<string, number>();
const kinds = new WeakMap<Model, Map<string, Kind>>();

const sightOn = ({ size, unit, factor = 1 }: Pick<Show, "size" | "unit" | "factor">): Sight => ({ size, unit, factor });

type On = Pick<Show, "models" | "figures" | "size" | "unit" | "factor">;

/** The kind of a figure; worked out once for a model, a base and those who ride it: there are many figures, and they change
 * often. */
function kindOf(show: On, shown: Pick<Shown, "id" | "model" | "size">): Kind | null {
  const model = show.models[shown.model];
  if (!model) return null;
  let bases = kinds.get(model);
  if (!bases) {
    bases = new Map();
    kinds.set(model, bases);
  }
  const riders = ridersOf(show.figures, shown.id).flatMap((one): Rider[] => {
    const kind = show.models[one.model];
    return kind ? [{ model: kind, shown: one }] : [];
  });
  const base = `${show.unit} ${show.factor ?? 1} ${shown.size} ${riders.map((one) => one.model.key)}`;
  let kind = bases.get(base);
  if (!kind) {
    const figure = figureToDraw(model, shown, riders);
    const key = bodyKey(sightOn(show), figure);
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    kind = { key, name: `body-${numbers.get(key)}`, figure };
    bases.set(base, kind);
  }
  return kind;
}

/** The name of a figure's body. */
export const bodyName = (show: Show, shown: Pick<Shown, "id" | "model" | "size">): string => kindOf(show, shown)?.name ?? "";

export const Bodies = memo(function Bodies({ show }: { show: Show }) {
  const { models, figures, size, unit, factor } = show;
  const sight = useMemo(() => sightOn({ size, unit, factor: factor ?? 1 }), [size, unit, factor]);
  const before = useRef<ReadonlyMap<string, Kind>>(new Map());
  const wanted = useMemo(() => {
    const found = new Map(before.current); // who has fallen lies there as he was
    for (const shown of Object.values(figures)) {
      const kind = kindOf({ models, figures, size, unit, factor: factor ?? 1 }, shown);
      if (kind) found.set(kind.name, kind);
    }
    before.current = found;
    return found;
  }, [models, figures, size, unit, factor]);
  const names = [...wanted.keys()].join(" ");
  const [, setKnown] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again only when somebody of a new kind comes
  useEffect(() => {
    let current = true;
    drawBodies(
      sight,
      [...wanted.values()].map((kind) => kind.figure),
    )
      .then(() => current && setKnown((n) => n + 1))
      .catch(() => undefined); // bases alone then
    return () => {
      current = false;
    };
  }, [names, sight]);
  return (
    <defs className="bodies">
      {[...wanted.values()].map(({ key, name }) => {
        const text = bodyOf(key);
        // our own server's drawing, made of numbers and colours alone
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it comes as markup
        return text ? <g key={name} id={name} dangerouslySetInnerHTML={{ __html: text }} /> : null;
      })}
    </defs>
  );
});
