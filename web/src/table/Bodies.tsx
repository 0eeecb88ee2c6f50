/** The bodies of all kinds of figures on the table, drawn once as definitions; a figure refers to its own. */

import { memo, useEffect, useMemo, useState } from "react";
import type { FigureToDraw, Show, Shown } from "../wire";
import { bodyKey, bodyOf, drawBodies, figureToDraw, type Sight } from "./drawn/drawings";

const numbers = new Map<string, number>();

/** A short name for a body: the same as long as the page is open. */
function nameOf(key: string): string {
  if (!numbers.has(key)) numbers.set(key, numbers.size);
  return `body-${numbers.get(key)}`;
}

const sightOn = ({ size, unit, factor = 1 }: Pick<Show, "size" | "unit" | "factor">): Sight => ({ size, unit, factor });

/** The name of a figure's body. */
export function bodyName(show: Show, shown: Pick<Shown, "model" | "size">): string {
  const model = show.models[shown.model];
  return model ? nameOf(bodyKey(sightOn(show), figureToDraw(model, shown))) : "";
}

export const Bodies = memo(function Bodies({ show }: { show: Show }) {
  const { models, figures, size, unit, factor } = show;
  const sight = useMemo(() => sightOn({ size, unit, factor: factor ?? 1 }), [size, unit, factor]);
  const wanted = useMemo(() => {
    const found = new Map<string, FigureToDraw>();
    for (const shown of Object.values(figures)) {
      const model = models[shown.model];
      if (!model) continue;
      const figure = figureToDraw(model, shown);
      found.set(bodyKey(sight, figure), figure);
    }
    return found;
  }, [models, figures, sight]);
  const names = [...wanted.keys()].join("\n");
  const [, setKnown] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again only when somebody of a new kind comes
  useEffect(() => {
    let current = true;
    drawBodies(sight, [...wanted.values()])
      .then(() => current && setKnown((n) => n + 1))
      .catch(() => undefined); // bases alone then
    return () => {
      current = false;
    };
  }, [names, sight]);
  return (
    <defs className="bodies">
      {[...wanted.keys()].map((key) => {
        const text = bodyOf(key);
        // our own server's drawing, made of numbers and colours alone
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it comes as markup
        return text ? <g key={key} id={nameOf(key)} dangerouslySetInnerHTML={{ __html: text }} /> : null;
      })}
    </defs>
  );
});
