/** The units of every side: one silhouette a figure, how they are, what they can do. */

import { memo, useContext } from "react";
import { InteractionContext } from "../asks/interaction";
import { far, type Scale } from "../geometry";
import { sideNumber } from "../show";
import { useSlice } from "../store";
import { PointingContext } from "../table/pointer";
import { Glyph, SideSign } from "../table/Symbols";
import type { Card, Line, Model, Seat, Show } from "../wire";
import { some, tokenText } from "../words";
import { Icon } from "./Icon";
import { RuleLink } from "./RuleLink";
import { Silhouettes } from "./Silhouettes";
import { Term, Worded } from "./Term";

function ModelLines({ model, scale }: { model: Model; scale: Scale }) {
  return (
    <div className="unit-model">
      <h3>
        <svg viewBox="-1.2 -1.2 2.4 2.4" width="16" height="16" aria-hidden="true">
          <Glyph role={model.role ?? "foot"} size={0.95} />
        </svg>
        {model.name}
      </h3>
      <dl>
        {(model.lines ?? []).map((line) => (
          <div key={line.name}>
            <dt>
              <Term rule={line.rule} word={line.name} />
            </dt>
            <dd>
              <Worded text={line.value} words={line.words} />
            </dd>
          </div>
        ))}
      </dl>
      {(model.arms ?? []).map((arm, i) => (
        <p key={i} className="unit-arm">
          {arm.name}
          <span className="quiet">
            <Worded
              text={[arm.text, ...(arm.bands ?? []).map((band) => `${band.name} ${far(band.reach, scale)}`)]
                .filter(Boolean)
                .join(" · ")}
              words={arm.words}
            />
          </span>
        </p>
      ))}
    </div>
  );
}

const MANY = 3; // lines with the same to say

/** A card's lines; where many say the same they are one line that tells them all where one points. */
export function inShort(lines: readonly Line[]): { line: Line; title: string }[] {
  const same = (value: string): Line[] => lines.filter((one) => one.value === value);
  const found: { line: Line; title: string }[] = [];
  for (const line of lines) {
    const all = line.value ? same(line.value) : [line];
    if (all.length < MANY) found.push({ line, title: "" });
    else if (all[0] === line)
      found.push({
        line: { name: line.value, value: `×${all.length}`, rule: line.rule ?? "" },
        title: all.map((one) => one.name).join(", "),
      });
  }
  return found;
}

const UnitCard = memo(function UnitCard({
  card,
  show,
  selected,
  active,
  meant,
  onSelect,
}: {
  card: Card;
  show: Show;
  selected: boolean;
  active: boolean;
  /** Does it mean something to the question at hand? */
  meant: boolean;
  onSelect: (unit: string) => void;
}) {
  const models = (card.models ?? []).map((key) => show.models[key]).filter((one): one is Model => !!one);
  const side = sideNumber(show, card.side);
  const scale = { unit: show.unit, factor: show.factor ?? 1 };
  return (
    <li
      className={`unit s${side} ${selected ? "selected" : ""} ${active ? "active" : ""} ${card.left ? "" : "lost"} ${meant ? "meant" : ""}`}
      data-unit={card.id}
    >
      <button type="button" className="unit-head" aria-expanded={selected} onClick={() => onSelect(selected ? "" : card.id)}>
        <span className="unit-title">
          {card.name}
          <span className="unit-count">{`${card.left}/${card.of}`}</span>
        </span>
        <span className="unit-note">
          {[models[0]?.lines?.find((line) => line.name === "die")?.value, card.note].filter(Boolean).join(" · ")}
        </span>
        <Silhouettes card={card} show={show} />
        <span className="unit-tags">
          {active && <span className="tag acting">acting</span>}
          {(card.tokens ?? []).map(([word, n]) => (
            <span key={word} className="tag unit-token">
              {tokenText(word, n)}
            </span>
          ))}
        </span>
      </button>
      {card.left > 0 && (card.status ?? []).length > 0 && (
        <ul className="status">
          {(selected ? (card.status ?? []).map((line) => ({ line, title: "" })) : inShort(card.status ?? [])).map(
            ({ line, title }) => (
              <li key={line.name} title={title}>
                <strong>
                  <Term rule={line.rule} word={line.name} />
                </strong>
                {line.value ? ` ${line.value}` : ""}
              </li>
            ),
          )}
        </ul>
      )}
      {selected && models.map((model) => <ModelLines key={model.key} model={model} scale={scale} />)}
    </li>
  );
});

/** A row of cards: those that were turned, those one may see, and backs. */
function CardRow({ cards }: { cards: readonly (readonly [string, boolean])[] }) {
  const left = cards.filter(([, turned]) => !turned).length;
  return (
    <ul className="party-cards" title={`${some(left, "card")} still to be turned`}>
      {cards.map(([name, turned], i) =>
        name ? (
          <li key={i} className={turned ? "card-turned" : ""}>
            {name}
          </li>
        ) : (
          <li key={i} className="card-back">
            <span className="hidden">face down</span>
          </li>
        ),
      )}
    </ul>
  );
}

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
                <dd>{line.cards?.length ? <CardRow cards={line.cards} /> : line.value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

const unitsOf = (show: Show, side: string): Card[] => Object.values(show.units).filter((card) => card.side === side);

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
  const cards = useSlice(useContext(InteractionContext), (now) => now.cards);
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
            <h2>
              <SideSign side={sideNumber(show, party.id)} title={party.id} /> {party.name}
              {who && <span className="quiet"> {who}</span>}
              {party.score && <span className="score">{party.score}</span>}
            </h2>
            <ul>
              {unitsOf(show, party.id).map((card) => (
                <UnitCard
                  key={card.id}
                  card={card}
                  show={show}
                  selected={unit === card.id}
                  active={show.tracker.unit === card.id}
                  meant={cards.has(card.id)}
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

/** The units as badges, where there is no room for cards; the last one opens the cards. */
export function UnitStrip({
  show,
  own,
  onSelect,
  open,
  setOpen,
}: {
  show: Show;
  own: readonly string[];
  onSelect: (unit: string) => void;
  open: boolean;
  setOpen: (open: boolean) => void;
}) {
  const unit = useSlice(useContext(PointingContext), (pointing) => pointing.unit);
  const sides = [...show.parties].sort((a, b) => Number(own.includes(b.id)) - Number(own.includes(a.id)));
  return (
    <div className="strip" role="group" aria-label="Units in short">
      <button type="button" aria-label="Units" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon sign="list" size={18} />
      </button>
      {sides.flatMap((party) =>
        unitsOf(show, party.id)
          .filter((card) => card.left)
          .map((card) => (
            <button
              key={card.id}
              type="button"
              data-unit={card.id}
              aria-pressed={unit === card.id}
              aria-label={`${card.name}: ${card.left} of ${card.of}`}
              title={card.name}
              onClick={() => onSelect(unit === card.id ? "" : card.id)}
            >
              <SideSign side={sideNumber(show, party.id)} />
              {card.left}
            </button>
          )),
      )}
    </div>
  );
}
