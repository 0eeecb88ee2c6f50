/** The rules of a book: how to play in two pages, then the catalogue by chapters, searchable; rulings are marked as ours. */

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { primer, rulebook, systems, Trouble } from "../api";
import { Link } from "../router";
import { ruleAddress } from "../ui/RuleLink";
import { RuleText } from "../ui/RuleText";
import type { PrimerPart, RuleCard, SystemCard } from "../wire";
import { capital, some } from "../words";
import { Page } from "./Page";
import { chapterOf, chapters, sought } from "./ruleSearch";

const MOST = 60;
const chapterName = (chapter: string): string => capital(chapter.replace(/-/g, " "));

export function Rules({ system, rule }: { system: string; rule: string }) {
  const [cards, setCards] = useState<RuleCard[] | null>(null);
  const [pages, setPages] = useState<PrimerPart[]>([]);
  const [{ title, about }, setBook] = useState({ title: system, about: "" });
  const [trouble, setTrouble] = useState("");
  const [search, setSearch] = useState("");
  const [ours, setOurs] = useState(false);
  const named = cards?.find((card) => card.id === rule);
  const [picked, setPicked] = useState<string | null>(null);
  const chapter = picked ?? (named ? chapterOf(named.id) : "");
  const deferred = useDeferredValue(search);
  const words = useMemo(() => deferred.toLowerCase().split(/\s+/).filter(Boolean), [deferred]);
  useEffect(() => {
    rulebook(system).then(setCards, (error: unknown) => setTrouble(error instanceof Trouble ? error.message : String(error)));
    primer(system).then(setPages, () => undefined);
    systems().then(
      (shelf) => setBook(shelf.find((one) => one.name === system) ?? { title: system, about: "" }),
      () => undefined,
    );
  }, [system]);
  useEffect(() => {
    document.title = `${title}: rules – Little Wars`;
  }, [title]);
  useEffect(() => {
    if (named) document.getElementById(named.id)?.scrollIntoView({ block: "start" });
  }, [named]);
  const found = useMemo(() => sought(cards ?? [], words).filter((card) => !ours || card.ruling), [cards, words, ours]);
  const listing = words.length > 0 || ours;
  const shown = listing ? found : found.filter((card) => chapterOf(card.id) === chapter);
  return (
    <Page at="rules">
      <h1>{title}: the rules</h1>
      {about && <p>{about}</p>}
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
      <div className="rules">
        <nav aria-label="Chapters" className="chapters">
          <button type="button" aria-current={!listing && !chapter ? "true" : undefined} onClick={() => choose("")}>
            How to play
          </button>
          {chapters(cards ?? []).map(([name, count]) => (
            <button
              key={name}
              type="button"
              aria-current={!listing && name === chapter ? "true" : undefined}
              onClick={() => choose(name)}
            >
              {chapterName(name)} <span className="quiet">{count}</span>
            </button>
          ))}
        </nav>
        <div>
          {!listing && !chapter && <Primer parts={pages} system={system} count={cards?.length ?? 0} />}
          {!listing && chapter && <h2 className="chapter">{chapterName(chapter)}</h2>}
          {listing && <h2 className="chapter">{some(shown.length, "rule")} found</h2>}
          <Cards key={`${chapter} ${deferred} ${ours}`} cards={shown} system={system} rule={rule} />
        </div>
      </div>
    </Page>
  );

  /** A chapter, whole; what was searched for is put away. */
  function choose(name: string): void {
    setPicked(name);
    setSearch("");
    setOurs(false);
    scrollTo(0, 0);
  }
}

function Cards({ cards, system, rule }: { cards: readonly RuleCard[]; system: string; rule: string }) {
  const [most, setMost] = useState(MOST);
  const at = cards.findIndex((card) => card.id === rule);
  const shown = cards.slice(0, Math.max(most, at + 10));
  return (
    <>
      <ul className="catalogue">
        {shown.map((card) => (
          <li key={card.id} id={card.id} className={card.id === rule ? "named" : ""}>
            <RuleText card={card} level={3} />
            <Link className="anchor quiet" href={ruleAddress(system, card.id)} aria-label={`Link to ${card.title}`}>
              §
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < cards.length && (
        <button type="button" onClick={() => setMost(shown.length + 4 * MOST)}>
          {`${cards.length - shown.length} more`}
        </button>
      )}
    </>
  );
}

/** How to play, in two pages: every line leads to the rule behind it. */
function Primer({ parts, system, count }: { parts: readonly PrimerPart[]; system: string; count: number }) {
  return (
    <article className="primer" aria-labelledby="primer">
      <h2 id="primer">How to play, in two pages</h2>
      <p className="quiet">
        {`All you need for a first battle. The whole book has ${some(count, "rule")}: facts of the book in our own words; where it is silent our ruling stands beside it and says so.`}
      </p>
      <div className="primer-parts">
        {parts.map((part) => (
          <section key={part.title}>
            <h3>{part.title}</h3>
            <ul>
              {part.lines.map((line, i) => (
                <li key={i}>
                  {line.text}{" "}
                  <Link href={ruleAddress(system, line.rule)} className="quiet" aria-label={`Rule ${line.rule}`}>
                    §
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </article>
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
      <ul className="bookshelf">
        {(shelf ?? []).map((one, i) => (
          <li key={one.name} className={`book spine-${i % 5}`}>
            <h2>
              <Link href={`/rules/${one.name}`}>{one.title}</Link>
            </h2>
            <p>{one.about}</p>
            <p className="quiet small">{`How to play, in two pages, and ${some(one.rules, "rule")} with our rulings`}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
