/** A new battle: which, against whom, on which side, with whose forces. */

import { useState } from "react";
import { begin, Trouble } from "../api";
import { keep, seatAddress } from "../memory";
import { go } from "../router";
import { setSettings, settings } from "../settings";
import { useStore } from "../store";
import { lookOf } from "../table/Ground";
import { BADGES } from "../table/Symbols";
import { RulebookContext, RuleLink } from "../ui/RuleLink";
import type { Fault, NewGame, ScenarioCard, SystemCard } from "../wire";
import { takenRoster } from "./openFile";
import { type Against, seatsFor } from "./order";
import { RosterField } from "./RosterField";

const WAYS: readonly [Against, string][] = [
  ["bot", "Against a bot"],
  ["hotseat", "Two at this screen"],
  ["invite", "Invite by link"],
  ["watch", "Watch bots"],
];

/** The table of a scenario, in small: its sides face each other. */
function Little({ scenario }: { scenario: ScenarioCard }) {
  const [wide, deep] = scenario.size;
  const k = 40 / Math.max(wide, deep);
  return (
    <svg className="scenario-map" viewBox="-24 -24 48 48" width="76" height="76" aria-hidden="true">
      <rect x={(-wide * k) / 2} y={(-deep * k) / 2} width={wide * k} height={deep * k} rx="2" />
      {(scenario.ground ?? []).map(([kind, outline], i) => (
        <g key={i} className={`ground ground-${lookOf(kind)}`}>
          <path
            className="ground-fill"
            d={`M${outline.map(([x, y]) => `${((x / 1000 - 0.5) * wide * k).toFixed(2)} ${((y / 1000 - 0.5) * deep * k).toFixed(2)}`).join("L")}Z`}
          />
        </g>
      ))}
      {Object.keys(scenario.sides).map((side, i) => (
        <path
          key={side}
          className={`badge s${i}`}
          d={BADGES[i % BADGES.length]}
          transform={`translate(0 ${(i % 2 ? -1 : 1) * 0.4 * deep * k}) scale(3.6)`}
        />
      ))}
    </svg>
  );
}

export function NewBattle({ system }: { system: SystemCard }) {
  // the smallest table first: that is where one begins
  const scenarios = [...system.scenarios].sort((a, b) => a.size[0] * a.size[1] - b.size[0] * b.size[1]);
  const [name, setName] = useState(scenarios[0]?.name ?? "");
  const [against, setAgainst] = useState<Against>("bot");
  const [side, setSide] = useState("");
  const [bots, setBots] = useState<Record<string, string>>({});
  const [rosters, setRosters] = useState<Record<string, string>>(() => {
    const first = Object.keys(scenarios[0]?.sides ?? {})[0];
    return takenRoster.text && takenRoster.system === system.name && first ? { [first]: takenRoster.text } : {};
  });
  const [busy, setBusy] = useState(false);
  const { name: called } = useStore(settings);
  const [trouble, setTrouble] = useState<{ text: string; faults: readonly Fault[] } | null>(null);
  const scenario = scenarios.find((one) => one.name === name) ?? scenarios[0];
  if (!scenario) return <p>There are no ready battles for {system.title}.</p>;
  const sides = Object.keys(scenario.sides);
  const mine = sides.includes(side) ? side : sides[0]!;
  const botSides = against === "bot" ? sides.filter((one) => one !== mine) : against === "watch" ? sides : [];

  const botOf = (one: string): string => bots[one] ?? system.bots[0] ?? "";

  const start = async (): Promise<void> => {
    setBusy(true);
    setTrouble(null);
    const order: NewGame = {
      system: system.name,
      scenario: scenario.name,
      seats: seatsFor(scenario, against, mine, Object.fromEntries(sides.map((one) => [one, botOf(one)])), rosters, called),
    };
    try {
      const begun = await begin(order);
      takenRoster.text = "";
      const seats = Object.entries(begun.tokens).map(([one, token]) => ({ side: one, token }));
      const own = against === "invite" ? seats.filter((seat) => seat.side === mine) : seats;
      keep({
        game: begun.game,
        title: scenario.title,
        system: system.name,
        seats: own,
        invites: seats.filter((seat) => !own.includes(seat)),
        again: order,
      });
      go(
        own.length
          ? seatAddress(
              begun.game,
              own.map((seat) => seat.token),
            )
          : `/watch/${begun.game}`,
      );
    } catch (error) {
      setTrouble(
        error instanceof Trouble
          ? { text: error.message, faults: error.problem.faults ?? [] }
          : { text: String(error), faults: [] },
      );
      setBusy(false);
    }
  };

  return (
    <RulebookContext.Provider value={{ system: system.name, open: null }}>
      <section className="panel new" aria-labelledby="new">
        <h2 id="new">New battle</h2>
        <p className="quiet">{system.about}</p>
        <fieldset className="scenarios">
          <legend>Battle</legend>
          {scenarios.map((one) => (
            <label key={one.name} className={`scenario ${one === scenario ? "on" : ""}`}>
              <input type="radio" name="scenario" checked={one === scenario} onChange={() => setName(one.name)} />
              <Little scenario={one} />
              <span>
                <strong>{one.title}</strong>
                <span className="quiet">{one.about || Object.values(one.sides).join(" against ")}</span>
                <span className="quiet small">
                  {`${one.size[0]} × ${one.size[1]} ${one.unit === "cm" ? "cm" : "inches"}`}
                  {one.brief?.minutes ? ` · ${one.brief.minutes} min` : ""}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="new-row">
          <div className="segments" role="group" aria-label="Opponent">
            {WAYS.map(([way, words]) => (
              <button key={way} type="button" aria-pressed={against === way} onClick={() => setAgainst(way)}>
                {words}
              </button>
            ))}
          </div>
        </div>
        <div className="new-row">
          {(against === "bot" || against === "invite") && (
            <div className="segments" role="group" aria-label="Your side">
              {sides.map((one, i) => (
                <button key={one} type="button" aria-pressed={one === mine} onClick={() => setSide(one)}>
                  <svg className={`side-sign s${i}`} viewBox="-1.15 -1.15 2.3 2.3" width="12" height="12" aria-hidden="true">
                    <path d={BADGES[i % BADGES.length]} className="badge" />
                  </svg>{" "}
                  {scenario.sides[one] || one}
                </button>
              ))}
            </div>
          )}
          {against !== "watch" && against !== "hotseat" && (
            <label className="field inline">
              <span>Your name</span>
              <input
                value={called}
                maxLength={40}
                placeholder="optional"
                onChange={(event) => setSettings({ name: event.target.value })}
              />
            </label>
          )}
          {botSides.map((one) => (
            <label key={one} className="field inline">
              <span>{`Bot for ${scenario.sides[one] || one}`}</span>
              <select value={botOf(one)} onChange={(event) => setBots({ ...bots, [one]: event.target.value })}>
                {system.bots.map((bot) => (
                  <option key={bot}>{bot}</option>
                ))}
              </select>
            </label>
          ))}
        </div>
        <details className="rosters" open={Object.values(rosters).some(Boolean)}>
          <summary>Own forces</summary>
          <div className="roster-fields">
            {sides.map((one) => (
              <RosterField
                key={one}
                side={one}
                usual={scenario.sides[one] ?? ""}
                system={system}
                text={rosters[one] ?? ""}
                setText={(text) => setRosters({ ...rosters, [one]: text })}
              />
            ))}
          </div>
        </details>
        {trouble && (
          <div className="banner warn" role="alert">
            <p>{trouble.text}</p>
            {trouble.faults.length > 0 && (
              <ul>
                {trouble.faults.map((fault, i) => (
                  <li key={i}>
                    {fault.line ? `Line ${fault.line}: ` : ""}
                    {fault.text} <RuleLink rule={fault.rule} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        <button type="button" className="main big" disabled={busy} onClick={() => void start()}>
          {busy ? "Setting up the table…" : `Start ${scenario.title}`}
        </button>
      </section>
    </RulebookContext.Provider>
  );
}
