/** A roll in a few words: what the die must show, and why it is not the plain number. */

import type { Tally } from "../wire";
import { faces, needed, signed } from "../words";

export function TallyLine({ tally }: { tally: Tally }) {
  const mods = (tally.mods ?? []).length
    ? [faces(tally, tally.base), ...(tally.mods ?? []).map(([name, value]) => `${name} ${signed(value)}`)].join(", ")
    : "";
  return (
    <>
      <strong className="tally-line">{faces(tally, needed(tally))}</strong>
      {mods && <small className="tally-mods">{mods}</small>}
    </>
  );
}
