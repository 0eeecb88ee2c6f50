/** The units of every side: how many are left, how they are, what they can do. */

import { memo, useContext } from "react";
import { far, type Scale } from "../geometry";
import { sideNumber } from "../show";
import { useSlice } from "../store";
import { PointingContext } from "../table/pointer";
import { Glyph, SideSign } from "../table/Symbols";
import type { Card, Model, Seat, Show } from "../wire";
import { tokenText } from "../words";
import { RuleLink } from "./RuleLink";

function ModelLines({ model, scale }: { model: Model; scale: Scale }) {
  return (
    <div className="unit-model">
      <h4>
        <svg viewBox="-1.2 -1.2 2.4 2.4" width="16" height="16" aria-hidden="true">
          <Glyph role={model.role ?? "foot"} size={0.95} />
        </svg>
        {model.name}
      </h4>
      <dl>
        {(model.lines ?? []).map((line) => (
          <div key={line.name}>
            <dt>
              <RuleLink rule={line.rule}>{line.name}</RuleLink>
            </dt>
            <dd>{line.value}</dd>
          </div>
        ))}
      </dl>
      {(model.arms ?? []).map((arm, i) => (
        <p key={i} className="unit-arm">
          {arm.name}
          <span className="quiet">
            {[arm.text, ...(arm.bands ?? []).map((band) => `${band.name} ${far(band.reach, scale)}`)]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </p>
      ))}
    </div>
  );
}

const UnitCard = memo(function UnitCard({
  card,
  models: all,
  side,
  unit,
  factor,
  selected,
  active,
  onSelect,
}: {
  card: Card;
  models: Show["models"];
  side: number;
  unit: Scale["unit"];
  factor: number;
  selected: boolean;
  active: boolean;
  onSelect: (unit: string) => void;
}) {
  const models = (card.models ?? []).map((key) => all[key]).filter((one): one is Model => !!one);
  return (
    <li className={`unit s${side} ${selected ? "selected" : ""} ${active ? "active" : ""} ${card.left ? "" : "lost"}`}>
      <button type="button" className="unit-head" aria-expanded={selected} onClick={() => onSelect(selected ? "" : card.id)}>
        <span className="unit-title">
          {card.name}
          <span className="unit-count">{`${card.left}/${card.of}`}</span>
        </span>
        <span className="unit-note">
          {[models[0]?.lines?.find((line) => line.name === "die")?.value, card.note].filter(Boolean).join(" · ")}
          {(card.tokens ?? []).map(([word, number]) => (
            <span key={word} className="unit-token">
              {tokenText(word, number)}
            </span>
          ))}
          {active && <span className="tag">acting</span>}
        </span>
        <span className="unit-bar" aria-hidden="true">
          <span style={{ width: `${(100 * card.left) / Math.max(1, card.of)}%` }} />
        </span>
      </button>
      {card.left > 0 && (card.status ?? []).length > 0 && (
        <ul className="status">
          {(card.status ?? []).map((line) => (
            <li key={line.name}>
              <strong>
                <RuleLink rule={line.rule}>{line.name}</RuleLink>
              </strong>{" "}
              {line.value}
            </li>
          ))}
        </ul>
      )}
      {selected && models.map((model) => <ModelLines key={model.key} model={model} scale={{ unit, factor }} />)}
    </li>
  );
});

/** What every side has to spend and to play, above all cards and always in view. */
function PartyLines({ show }: { show: Show }) {
  const parties = show.parties.filter((party) => (party.lines ?? []).length > 0);
  if (!parties.length) return null;
  return (
    <div className="party-strip">
      {parties.map((party) => (
        <div key={party.id} className="party">
          <SideSign side={sideNumber(show, party.id)} title={party.id} />
          <dl className="party-lines">
            {(party.lines ?? []).map((line) => (
              <div key={line.name}>
                <dt>
                  <RuleLink rule={line.rule}>{line.name}</RuleLink>
                </dt>
                <dd>{line.value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

export function UnitCards({
  show,
  seats,
  own,
  onSelect,
}: {
  show: Show;
  seats: readonly Seat[];
  own: readonly string[];
  onSelect: (unit: string) => void;
}) {
  const unit = useSlice(useContext(PointingContext), (pointing) => pointing.unit);
  return (
    <div className="units">
      <PartyLines show={show} />
      {show.parties.map((party) => {
        const seat = seats.find((one) => one.side === party.id);
        const who = own.includes(party.id)
          ? "you"
          : seat
            ? `${seat.name}${seat.kind === "person" && !seat.here ? ", away" : ""}`
            : "";
        return (
          <section key={party.id} aria-label={party.name}>
            <h3>
              <SideSign side={sideNumber(show, party.id)} title={party.id} /> {party.name}
              {who && <span className="quiet"> — {who}</span>}
              {party.score && <span className="score">{party.score}</span>}
            </h3>
            <ul>
              {Object.values(show.units)
                .filter((card) => card.side === party.id)
                .map((card) => (
                  <UnitCard
                    key={card.id}
                    card={card}
                    models={show.models}
                    side={sideNumber(show, card.side)}
                    unit={show.unit}
                    factor={show.factor ?? 1}
                    selected={unit === card.id}
                    active={show.tracker.unit === card.id}
                    onSelect={onSelect}
                  />
                ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
