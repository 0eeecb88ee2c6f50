/** What everybody should know as the battle stands. */

import type { Show } from "../wire";

export function TableNote({ show }: { show: Show }) {
  if (!show.note) return null;
  return (
    <p className="table-note" role="note">
      {show.note}
    </p>
  );
}
