/** The battles of a rulebook as pictures, and beside them the briefing of the chosen one: sides, opponent, to the table. */

import { useEffect, useEffectEvent, useState } from "react";
import { isFree, onButton } from "../asks/tools";
import { setSettings, settings } from "../settings";
import { useStore } from "../store";
import { MapPicture } from "../table/MapPicture";
import { BADGES } from "../table/Symbols";
import { RulebookContext, RuleLink } from "../ui/RuleLink";
import type { NewGame, ScenarioCard, SystemCard } from "../wire";
import { some } from "../words";
import { uneven, useForces } from "./forces";
import { type Beginning, OWN_TABLE, useNewBattle } from "./newBattle";
import { type Against, inOrder, levelOf, suits, type Wish } from "./order";
import { RosterField } from "./RosterField";

const WAYS: readonly [Against, string][] = [
  ["bot", "Against a bot"],
  ["hotseat", "Two at this screen"],
  ["invite", "Invite by link"],
  ["watch", "Watch bots"],
];
const WISHES: readonly [Wish, string][] = [
  ["all", "All"],
  ["short", "Short"],
  ["few", "Few units"],
  ["big", "Big"],
];
const CLOCKS: readonly [NonNullable<NewGame["clock"]>, string][] = [
  ["none", "None"],
  ["half-hour", "30 min, and 15 s an order"],
  ["days", "3 days a turn"],
];
const LEVELS = ["", "little to look after", "some to look after", "much to look after"];

export function NewBattle({ system }: { system: SystemCard }) {
  const begun = useNewBattle(system);
  const [wish, setWish] = useState<Wish>("all");
  const enter = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === "Enter" && isFree(event) && !onButton(event)) void begun?.start();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => enter(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
  if (!begun) return <p>There are no ready battles for {system.title}.</p>;
  const scenarios = inOrder(system.scenarios);
  return (
    <RulebookContext.Provider value={{ system: system.name, open: null }}>
      <section className="battles" aria-labelledby="battles">
        <div className="battles-head">
          <h2 id="battles">Battles</h2>
          <div className="segments" role="group" aria-label="Which battles">
            {WISHES.map(([one, words]) => (
              <button key={one} type="button" className="chip" aria-pressed={wish === one} onClick={() => setWish(one)}>
                {words}
              </button>
            ))}
          </div>
        </div>
        <p className="quiet">{system.about}</p>
        <fieldset className="scenarios">
          <legend>Battle</legend>
          {scenarios
            .filter((one) => suits(one, wish))
            .map((one) => (
              <ScenarioChoice
                key={one.name}
                system={system.name}
                scenario={one}
                start={one === scenarios[0]}
                on={begun.own === null && one === begun.scenario}
                choose={() => begun.choose(one.name)}
              />
            ))}
          <OwnTable begun={begun} />
        </fieldset>
      </section>
      <Brief system={system} begun={begun} />
    </RulebookContext.Provider>
  );
}

function ScenarioChoice({
  system,
  scenario,
  start,
  on,
  choose,
}: {
  system: string;
  scenario: ScenarioCard;
  /** The one to begin with. */
  start: boolean;
  on: boolean;
  choose: () => void;
}) {
  const level = levelOf(scenario);
  return (
    <label className={`scenario ${on ? "on" : ""}`}>
      <input type="radio" name="scenario" checked={on} onChange={choose} />
      <MapPicture system={system} scenario={scenario} />
      {start && <span className="start-here">start here</span>}
      <span className="scenario-words">
        <strong>{scenario.title}</strong>
        <span className="quiet">{scenario.about || Object.values(scenario.sides).join(" against ")}</span>
        <span className="scenario-foot quiet">
          {scenario.brief?.minutes ? `${scenario.brief.minutes} min` : ""}
          <span className="level" title={LEVELS[level]}>
            <span className="hidden">{LEVELS[level]}</span>
            {[1, 2, 3].map((one) => (
              <svg key={one} viewBox="-1.1 -1.1 2.2 2.2" width="9" height="9" aria-hidden="true">
                <path d="M0 -1L1 0L0 1L-1 0Z" className={one <= level ? "level-on" : "level-off"} />
              </svg>
            ))}
          </span>
        </span>
      </span>
    </label>
  );
}

/** The last card: nobody has laid this table yet. */
function OwnTable({ begun }: { begun: Beginning }) {
  const on = begun.own !== null;
  return (
    <label className={`scenario own-table ${on ? "on" : ""}`}>
      <input type="radio" name="scenario" checked={on} onChange={begun.makeOwn} />
      <span className="map-picture no-map" aria-hidden="true">
        <svg viewBox="-12 -12 24 24" width="44" height="44" aria-hidden="true">
          <path d="M0 -10V10M-10 0H10" />
        </svg>
      </span>
      <span className="scenario-words">
        <strong>Your own</strong>
        <span className="quiet">A table by chance, fair to both sides; forces as they are, or rosters of yours.</span>
        <span className="scenario-foot quiet">as you like</span>
      </span>
    </label>
  );
}

/** The chosen battle: what it is about, who fights, and the way to its table. */
function Brief({ system, begun }: { system: SystemCard; begun: Beginning }) {
  const { scenario, against, sides, mine } = begun;
  const { name: called } = useStore(settings);
  const brief = scenario.brief;
  const isOwn = begun.own !== null;
  const title = isOwn ? OWN_TABLE : scenario.title;
  const measure = `${scenario.size[0]} × ${scenario.size[1]} ${scenario.unit === "cm" ? "cm" : "inches"}`;
  const botSides = against === "bot" ? sides.filter((one) => one !== mine) : against === "watch" ? sides : [];
  const seated = against === "bot" || against === "invite";
  const forces = useForces(system, scenario, begun.rosters);
  const warning = uneven(forces);
  return (
    <section className="brief new" aria-labelledby="brief">
      <MapPicture system={system.name} scenario={scenario} number={begun.own} className="brief-map" />
      <div className="brief-words">
        <h2 id="brief">{title}</h2>
        <p className="quiet small">{`${system.title} · ${measure}${isOwn ? ` · map ${begun.own}` : ""}`}</p>
        {isOwn && (
          <button type="button" className="another-map" onClick={begun.makeOwn}>
            Another map
          </button>
        )}
        <dl className="brief-lines">
          {brief?.task && <Line name="Your task" text={brief.task} />}
          {brief?.ends && <Line name="It ends" text={brief.ends} />}
          {brief?.watch && !isOwn && <Line name="Watch" text={brief.watch} />}
        </dl>
        <div className="brief-sides" role="group" aria-label={seated ? "Your side" : "Sides"}>
          {sides.map((one, i) => (
            <button
              key={one}
              type="button"
              className={`brief-side s${i}`}
              aria-pressed={seated ? one === mine : undefined}
              disabled={!seated}
              onClick={() => begun.setSide(one)}
            >
              <svg className="side-sign" viewBox="-1.15 -1.15 2.3 2.3" width="13" height="13" aria-hidden="true">
                <path d={BADGES[i % BADGES.length]} className="badge" />
              </svg>
              <span>
                <strong>{forces[i]?.name}</strong>
                <span className="quiet small">
                  {begun.rosters[one]?.trim() ? some(forces[i]?.points ?? 0, "point") : forceWords(scenario.forces?.[one])}
                </span>
              </span>
              {seated && one === mine && <span className="tag">you</span>}
            </button>
          ))}
        </div>
        <div className="segments" role="group" aria-label="Opponent">
          {WAYS.map(([way, words]) => (
            <button key={way} type="button" aria-pressed={against === way} onClick={() => begun.setAgainst(way)}>
              {words}
            </button>
          ))}
        </div>
        <div className="brief-more">
          {botSides.map((one) => (
            <label key={one} className="field inline">
              <span>{`Bot for ${scenario.sides[one] || one}`}</span>
              <select value={begun.botOf(one)} onChange={(event) => begun.setBot(one, event.target.value)}>
                {system.bots.map((bot) => (
                  <option key={bot}>{bot}</option>
                ))}
              </select>
            </label>
          ))}
          {against !== "watch" && (
            <label className="field inline">
              <span>Clock</span>
              <select value={begun.clock} onChange={(event) => begun.setClock(event.target.value as NewGame["clock"])}>
                {CLOCKS.map(([one, words]) => (
                  <option key={one} value={one}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
          )}
          {against === "invite" && (
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
        </div>
        <details className="rosters" open={isOwn || Object.values(begun.rosters).some(Boolean)}>
          <summary>Own forces</summary>
          <div className="roster-fields">
            {sides.map((one) => (
              <RosterField
                key={one}
                side={one}
                usual={scenario.sides[one] ?? ""}
                system={system}
                text={begun.rosters[one] ?? ""}
                setText={(text) => begun.setRoster(one, text)}
              />
            ))}
          </div>
        </details>
        {warning && <p className="warn small">{warning}</p>}
        {begun.trouble && (
          <div className="banner warn" role="alert">
            <p>{begun.trouble.text}</p>
            {begun.trouble.faults.length > 0 && (
              <ul>
                {begun.trouble.faults.map((fault, i) => (
                  <li key={i}>
                    {fault.line ? `Line ${fault.line}: ` : ""}
                    {fault.text} <RuleLink rule={fault.rule} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
      <button type="button" id="start" className="main do to-table" disabled={begun.busy} onClick={() => void begun.start()}>
        <span className="do-words">
          <strong>{begun.busy ? "Setting up the table…" : "To the table"}</strong>
          <span className="do-about">{brief?.minutes ? `${title}, about ${some(brief.minutes, "minute")}` : title}</span>
        </span>
        <kbd>Enter</kbd>
      </button>
    </section>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

const forceWords = (force: readonly [string, number][] | undefined): string =>
  (force ?? []).map(([name, of]) => (of > 1 ? `${of} ${name}` : name)).join(" · ");
