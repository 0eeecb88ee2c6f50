/** What an attack would bring: every roll with its modifiers and rules, and the exact odds. */

import { called } from "../show";
import { RuleLink } from "../ui/RuleLink";
import type { Forecast, Roll, Show } from "../wire";
import { faces, needed, percent, signed } from "../words";

const MOST_BARS = 12;

function Bars({ forecast }: { forecast: Forecast }) {
  const shown = forecast.chances.filter(([, chance], i) => i < MOST_BARS && chance > 0.0005);
  const top = Math.max(...shown.map(([, chance]) => chance), 0.01);
  const step = 100 / Math.max(shown.length, 6);
  return (
    <svg
      className="bars"
      viewBox="0 0 100 46"
      role="img"
      aria-label={shown.map(([n, chance]) => `${n}: ${percent(chance)}`).join(", ")}
    >
      {shown.map(([value, chance], i) => (
        <g key={value}>
          <rect
            x={i * step + step * 0.12}
            width={step * 0.76}
            y={36 - (28 * chance) / top}
            height={(28 * chance) / top}
            rx=".8"
          />
          <text x={i * step + step / 2} y={34.6 - (28 * chance) / top} textAnchor="middle" className="bar-chance">
            {percent(chance)}
          </text>
          <text x={i * step + step / 2} y="43" textAnchor="middle">
            {value}
          </text>
        </g>
      ))}
    </svg>
  );
}

function RollLines({ roll }: { roll: Roll }) {
  return (
    <>
      <tr>
        <th scope="row">{roll.name}</th>
        <td>{`${faces(roll.tally, needed(roll.tally))} on ${roll.die}`}</td>
        <td>
          <strong>{percent(roll.chance)}</strong>
        </td>
      </tr>
      {roll.why && (
        <tr className="mod">
          <td colSpan={3}>{roll.why}</td>
        </tr>
      )}
      {!!roll.tally.mods?.length && (
        <tr className="mod">
          <td>without modifiers</td>
          <td>{faces(roll.tally, roll.tally.base)}</td>
          <td />
        </tr>
      )}
      {(roll.tally.mods ?? []).map(([name, value, rule]) => (
        <tr key={name} className="mod">
          <td>
            <RuleLink rule={rule}>{name}</RuleLink>
          </td>
          <td>{signed(value)}</td>
          <td />
        </tr>
      ))}
    </>
  );
}

/** Where several are concerned: what the roll against each needs, and how likely it suffers. */
function Shares({ forecast, show }: { forecast: Forecast; show: Show }) {
  if (!forecast.each?.length) return null;
  return (
    <table className="met" aria-label="Each of them">
      <tbody>
        {forecast.each.map((one) => (
          <tr key={one.figure}>
            <th scope="row">{called(show, one.figure)}</th>
            <td>{faces(one.tally, needed(one.tally))}</td>
            <td>
              <strong>{percent(one.chance)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** It stands in the panel, over the story: never over the table. */
export function ForecastCard({ forecast, show }: { forecast: Forecast | "reckoning"; show: Show }) {
  if (forecast === "reckoning") {
    return (
      <section className="forecast" aria-label="Forecast">
        <p className="quiet">Reckoning the odds…</p>
      </section>
    );
  }
  return (
    <section className="forecast" aria-label="Forecast" aria-live="polite">
      <h3>{forecast.title}</h3>
      <table>
        <tbody>
          {(forecast.rolls ?? []).map((roll, i) => (
            <RollLines key={i} roll={roll} />
          ))}
          <tr className="sum">
            <th scope="row">{forecast.measure}</th>
            <td>on average</td>
            <td>
              <strong>{forecast.expected.toFixed(2)}</strong>
            </td>
          </tr>
          {!!forecast.own && (
            <tr className="sum own-losses">
              <th scope="row">of your own</th>
              <td>on average</td>
              <td>
                <strong className="bad">{forecast.own.toFixed(2)}</strong>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Shares forecast={forecast} show={show} />
      {forecast.chances.length > 0 && <Bars forecast={forecast} />}
      {forecast.assumes && <p className="quiet small">Assumes: {forecast.assumes}</p>}
    </section>
  );
}
