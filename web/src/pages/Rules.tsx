/** The catalogue of a rulebook, searchable; rulings are marked as ours. */

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { rulebook, systems, Trouble } from "../api";
import { Link } from "../router";
import { ruleAddress } from "../ui/RuleLink";
import { RuleText } from "../ui/RuleText";
import type { RuleCard, SystemCard } from "../wire";
import { some } from "../words";
import { Page } from "./Page";

const MOST = 60;

/** The chapter of a rule: the second word of its id. */
const chapter = (id: string): string => id.split(".")[1] ?? "";

export function matches(card: RuleCard, words: readonly string[]): boolean {
  const text = `${card.id} ${card.title} ${card.rule} ${card.ruling ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export function Rules({ system, rule }: { system: string; rule: string }) {
  const [cards, setCards] = useState<RuleCard[] | null>(null);
  const [{ title, about }, setBook] = useState({ title: system, about: "" });
  const [trouble, setTrouble] = useState("");
  const [search, setSearch] = useState("");
  const [ours, setOurs] = useState(false);
  const [most, setMost] = useState(MOST);
  const sought = useDeferredValue(search);
  const words = useMemo(() => sought.toLowerCase().split(/\s+/).filter(Boolean), [sought]);
  useEffect(() => {
    rulebook(system).then(setCards, (error: unknown) => setTrouble(error instanceof Trouble ? error.message : String(error)));
    systems().then(
      (shelf) => setBook(shelf.find((one) => one.name === system) ?? { title: system, about: "" }),
      () => undefined,
    );
  }, [system]);
  useEffect(() => {
    document.title = `${title}: rules – Little Wars`;
  }, [title]);
  const found = useMemo(
    () => (cards ?? []).filter((card) => matches(card, words) && (!ours || card.ruling)),
    [cards, words, ours],
  );
  const named = cards?.find((card) => card.id === rule);
  useEffect(() => {
    if (named) document.getElementById(named.id)?.scrollIntoView({ block: "start" });
  }, [named]);
  const at = named && !words.length && !ours ? found.indexOf(named) : -1;
  const shown = found.slice(0, Math.max(most, at + 10));
  return (
    <Page at="rules">
      <h1>{title}: the rules</h1>
      {about && <p>{about}</p>}
      <p className="quiet">
        Facts of the book in our own words. Where the book is silent, our ruling stands beside it and says so.
      </p>
      <div className="rules-search" role="search">
        <label className="field grow">
          <span>Search</span>
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder="charge, line of sight, morale …"
          />
        </label>
        <label className="check">
          <input type="checkbox" checked={ours} onChange={(event) => setOurs(event.target.checked)} /> Only with our rulings
        </label>
        <output aria-live="polite">{cards ? some(found.length, "rule") : ""}</output>
      </div>
      {trouble && (
        <p className="banner warn" role="alert">
          {trouble}
        </p>
      )}
      <ul className="catalogue">
        {shown.map((card, i) => (
          <li key={card.id} id={card.id} className={card.id === rule ? "named" : ""}>
            {!words.length && chapter(card.id) !== chapter(shown[i - 1]?.id ?? "") && (
              <h2 className="chapter">{chapter(card.id).replace(/-/g, " ")}</h2>
            )}
            <RuleText card={card} level={3} />
            <Link className="anchor quiet" href={ruleAddress(system, card.id)} aria-label={`Link to ${card.title}`}>
              #
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <button type="button" onClick={() => setMost(shown.length + 4 * MOST)}>
          {`${found.length - shown.length} more`}
        </button>
      )}
    </Page>
  );
}

/** All rulebooks; where there is but one, that one. */
export function Rulebooks() {
  const [shelf, setShelf] = useState<SystemCard[] | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    document.title = "Rules – Little Wars";
    systems().then(setShelf, (error: unknown) => setTrouble(error instanceof Trouble ? error.message : String(error)));
  }, []);
  if (shelf?.length === 1) return <Rules system={shelf[0]!.name} rule="" />;
  return (
    <Page at="rules">
      <h1>Rules</h1>
      {trouble && (
        <p className="banner warn" role="alert">
          {trouble}
        </p>
      )}
      <ul className="links">
        {(shelf ?? []).map((one) => (
          <li key={one.name}>
            <Link href={`/rules/${one.name}`}>{one.title}</Link>{" "}
            <span className="quiet">{some(one.rules, "entry", "entries")}</span>
          </li>
        ))}
      </ul>
    </Page>
  );
}
