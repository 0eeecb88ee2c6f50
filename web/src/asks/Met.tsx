/** Whom a way or a template would meet, in words. */

import { called } from "../show";
import type { Show, Trace } from "../wire";
import { percent } from "../words";

const MOST = 12;

/** `blind`: nothing may be reckoned first; then only who is there is told. */
export function Met({ traces, show, blind }: { traces: readonly Trace[]; show: Show; blind: boolean }) {
  const met = traces.flatMap((trace) => trace.meets ?? []);
  if (!met.length) return null;
  return (
    <table className="met" aria-label="Who would be met">
      <tbody>
        {met.slice(0, MOST).map((one) => (
          <tr key={one.figure}>
            <th scope="row">{called(show, one.figure)}</th>
            <td>{one.what}</td>
            <td>{typeof one.chance === "number" && !blind && <strong>{percent(one.chance)}</strong>}</td>
          </tr>
        ))}
        {met.length > MOST && (
          <tr>
            <td colSpan={3}>{`and ${met.length - MOST} more`}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
