/** What an order would bring: each figure's way and shot, all together, and what to mind. */

import { far, pathLength } from "../geometry";
import { called } from "../show";
import { Icon } from "../ui/Icon";
import { RuleLink } from "../ui/RuleLink";
import type { Point, Rehearsal, Show } from "../wire";
import { percent, some } from "../words";
import { alike, type Part } from "./alike";
import type { Drafting } from "./draft";
import { whyHeld } from "./plates";

const MOST = 12; // figures listed; a larger unit is summed up

/** How far each goes, corners and all. */
function goes(rehearsal: Rehearsal, show: Show, figure: string): number {
  const at = show.figures[figure]?.at;
  const end = rehearsal.ends?.[figure];
  const way = rehearsal.ways?.[figure] ?? (at && end ? [at, [end[0], end[1]] as Point] : []);
  return Math.round(pathLength(way));
}

const unitName = (show: Show, figure: string): string => called(show, show.figures[figure]?.unit ?? "");

export function Outlook({ drafting, show, label }: { drafting: Drafting; show: Show; label: string }) {
  const { rehearsal, unit, thinking, who, at } = drafting;
  if (!rehearsal) return <p className="hint">{thinking ? "Rehearsing…" : ""}</p>;
  const named = at.length ? ` at ${unitName(show, at[0]!)}` : "";
  if (!show.measures)
    return (
      <div className="outlook">
        <h3>{`${label}${named}`}</h3>
        <output aria-live="polite" aria-busy={thinking} data-unit={unit}>
          Declared first, measured after: nobody knows how far they get.
        </output>
        <Minding rehearsal={rehearsal} show={show} />
      </div>
    );
  return (
    <div className="outlook">
      <h3>{`${label}${named}`}</h3>
      <output aria-live="polite" aria-busy={thinking} data-unit={unit} className={who.length <= MOST ? "hidden" : ""}>
        {inALine(rehearsal, show)}
      </output>
      {who.length <= MOST && <Each rehearsal={rehearsal} show={show} who={who} />}
      {typeof rehearsal.chance === "number" && (
        <p className="outlook-sum">
          <strong>{(rehearsal.expected ?? 0).toFixed(1)}</strong>
          <span>{`fall on average, ${percent(rehearsal.chance)} at least one`}</span>
        </p>
      )}
      <Minding rehearsal={rehearsal} show={show} at={at} />
    </div>
  );
}

/** The whole of it in a line, for those who listen. */
export function inALine(rehearsal: Rehearsal, show: Show): string {
  const { attacks = [], expected = 0, chance, watchers = [], short = [], ends = {}, stop } = rehearsal;
  const farthest = Math.max(0, ...Object.keys(ends).map((name) => goes(rehearsal, show, name)));
  const targets = [...new Set(attacks.map((one) => unitName(show, one.at)))].filter(Boolean);
  return [
    farthest > 0 ? `${Object.keys(ends).length} go up to ${far(farthest, show)}` : "",
    short.length ? `${some(short.length, "figure")} cannot get all the way` : "",
    attacks.length ? `${some(attacks.length, "attack")} on ${targets.join(", ")}` : "nobody attacks",
    typeof chance === "number" ? `${expected.toFixed(1)} fall on average (${percent(chance)} at least one)` : "",
    watchers.length ? `${watchers.map((one) => called(show, one)).join(", ")} may answer` : "",
    stop ? `halts: ${stop.text}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** From the shortest way to the longest. */
function between(parts: readonly Part[], show: Show): string {
  const ways = parts.map((one) => one.way).sort((a, b) => a - b);
  const [least, most] = [ways[0] ?? 0, ways[ways.length - 1] ?? 0];
  if (!most) return "stays";
  return far(least, show) === far(most, show) ? far(most, show) : `${far(least, show)} – ${far(most, show)}`;
}

function Each({ rehearsal, show, who }: { rehearsal: Rehearsal; show: Show; who: readonly string[] }) {
  const { attacks = [], short = [], held = [] } = rehearsal;
  const attacking = attacks.length > 0 || held.length > 0;
  const parts = who.map((name): Part => {
    const shot = attacks.find((one) => one.who === name);
    return {
      name: called(show, name),
      way: goes(rehearsal, show, name),
      short: short.includes(name),
      at: shot ? called(show, shot.at) : "",
      chance: typeof shot?.chance === "number" ? percent(shot.chance) : "",
      why: shot
        ? ""
        : whyHeld(
            held.find((one) => one.who === name),
            show,
          ),
    };
  });
  return (
    <table className="outlook-each">
      <thead>
        <tr>
          <th scope="col">figure</th>
          <th scope="col">goes</th>
          {attacking && <th scope="col">at</th>}
          {attacking && <th scope="col">chance</th>}
        </tr>
      </thead>
      <tbody>
        {alike(parts).map(({ names, all }) => {
          const one = all[0]!;
          return (
            <tr key={names} className={attacking && !one.at ? "quiet" : ""}>
              <th scope="row">{names}</th>
              <td className={one.short ? "warn" : ""} title={one.short ? "cannot get all the way" : ""}>
                {between(all, show)}
              </td>
              {one.at || !attacking ? (
                attacking && (
                  <>
                    <td>{one.at}</td>
                    <td>{one.chance}</td>
                  </>
                )
              ) : (
                <td colSpan={2} className={one.why ? "held" : ""}>
                  {one.why ? `holds: ${one.why}` : "holds"}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const WARNS: Record<string, (who: string, by: string) => string> = {
  fringe: (who) => `${who} may be hit by your own fire.`,
  cohesion: (who) => `${who} would stand apart from the unit.`,
  open: (who, by) => `${who} would stand in the open${by ? ` before ${by}` : ""}.`,
};

/** Who may answer, what halts it, and what one would rather have known before. */
function Minding({ rehearsal, show, at = [] }: { rehearsal: Rehearsal; show: Show; at?: readonly string[] }) {
  const { watchers = [], short = [], halt, halted_by, stop, warnings = [], attacks = [] } = rehearsal;
  const missed = at.length > 0 && !attacks.some((one) => at.includes(one.at));
  const names = (ids: readonly string[]): string => ids.map((one) => called(show, one)).join(", ");
  return (
    <ul className="minding">
      {missed && (
        <li className="warn">
          <Icon sign="aim" size={14} /> {`Nobody may attack ${unitName(show, at[0]!)} from there.`}
        </li>
      )}
      {watchers.length > 0 && (
        <li className="ice">
          <Icon sign="eye" size={14} /> {`${names(watchers)} may answer on the way.`}
        </li>
      )}
      {short.length > 0 && (
        <li className="warn">
          <Icon sign="run" size={14} />
          <span>
            {`${some(short.length, "figure")} cannot get all the way${halt ? `: ${halt}` : ""}. `}
            {halted_by && <RuleLink rule={halted_by} short />}
          </span>
        </li>
      )}
      {warnings.map((one) => (
        <li key={one.what} className="warn">
          <Icon sign={one.what === "open" ? "shield" : "warn"} size={14} />{" "}
          {WARNS[one.what]?.(one.who.length > 3 ? `${one.who.length} of them` : names(one.who), names(one.by ?? []))}
        </li>
      ))}
      {stop && (
        <li className="warn">
          <Icon sign="hold" size={14} /> {`Halts: ${stop.text}.`}
        </li>
      )}
    </ul>
  );
}
