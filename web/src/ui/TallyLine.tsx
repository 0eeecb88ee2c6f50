/** A roll in a few words: what the die must show, and why it is not the plain number. */

import { needed, signed } from "../words";
import type { Tally } from "../wire";

export function TallyLine({ tally }: { tally: Tally }) {
  const mods = (tally.mods ?? []).length ? [`${tally.base}+`, ...(tally.mods ?? []).map(([name, value]) => `${name} ${signed(value)}`)].join(", ") : "";
  return (
    <>
      <strong className="tally-line">{needed(tally)}+</strong>
      {mods && <small className="tally-mods">{mods}</small>}
    </>
  );
}
