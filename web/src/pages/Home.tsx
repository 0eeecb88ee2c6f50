/** Home: the rulebooks as spines, their battles as pictures, the briefing of the chosen one, and battles that go on. */

import { type FormEvent, useEffect, useState } from "react";
import { systems, Trouble } from "../api";
import { go, Link } from "../router";
import type { SystemCard } from "../wire";
import { some } from "../words";
import { Finished, GoOn } from "./GoOn";
import { NewBattle } from "./NewBattle";
import { openFile, takenRoster } from "./openFile";
import { Page } from "./Page";

/** All rulebooks; a server that does not answer is asked again. */
function useShelf(): { shelf: SystemCard[] | null; trouble: string } {
  const [shelf, setShelf] = useState<SystemCard[] | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let over = false;
    const load = (wait: number): void => {
      systems().then(
        (cards) => {
          if (over) return;
          setShelf(cards);
          setTrouble("");
        },
        (error: unknown) => {
          if (over) return;
          setTrouble(error instanceof Trouble ? error.message : String(error));
          setTimeout(() => !over && load(Math.min(8000, wait * 2)), wait);
        },
      );
    };
    load(800);
    return () => {
      over = true;
    };
  }, []);
  return { shelf, trouble };
}

export function Home() {
  const { shelf, trouble } = useShelf();
  const [system, setSystem] = useState(takenRoster.text ? takenRoster.system : "");
  useEffect(() => {
    document.title = "Little Wars";
  }, []);
  const card = shelf?.find((one) => one.name === system) ?? shelf?.[0];
  return (
    <Page at="play" wide skip={{ to: "start", words: "To the table" }}>
      <h1 className="hidden">Set up the table</h1>
      {trouble && (
        <p className="banner warn" role="status">
          {trouble} Trying again…
        </p>
      )}
      <GoOn shelf={shelf ?? []} />
      <div className="home">
        <div className="shelf">
          <h2>Rulebooks</h2>
          <div className="spines" role="group" aria-label="Rulebook">
            {(shelf ?? []).map((one, i) => (
              <button
                key={one.name}
                type="button"
                className={`spine spine-${i % 5}`}
                aria-pressed={one === card}
                onClick={() => setSystem(one.name)}
              >
                <span>
                  <strong>{one.title}</strong>
                  <span className="quiet small">{`${some(one.scenarios.length, "battle")}, ${some(one.rules, "rule")}`}</span>
                </span>
              </button>
            ))}
          </div>
          <ul className="links shelf-links">
            {card && (
              <li>
                <Link href={`/rules/${card.name}`}>How to play, in two pages</Link>
              </li>
            )}
            <li>
              <Link href="/roster">Rosters: open, write, check</Link>
            </li>
          </ul>
          <WatchAgain />
          <ByLink />
        </div>
        {card ? <NewBattle key={card.name} system={card} /> : <p className="quiet">{trouble ? "" : "Setting up…"}</p>}
      </div>
    </Page>
  );
}

function WatchAgain() {
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    openFile.text = await file.text();
    go("/replay");
  };
  return (
    <section aria-labelledby="watch-again">
      <h2 id="watch-again">Watch again</h2>
      <Finished />
      <label className="button file">
        Open a replay file
        <input
          type="file"
          accept=".jsonl,.ndjson,application/x-ndjson"
          onChange={(event) => void open(event.target.files?.[0])}
        />
      </label>
    </section>
  );
}

/** A link that a friend has sent, pasted: the part of it that is ours. */
function ByLink() {
  const [link, setLink] = useState("");
  const found = /\/(join|play|watch)\/[\w-]+(#[\w,-]+)?/.exec(link)?.[0] ?? "";
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (found) go(found);
  };
  return (
    <section aria-labelledby="by-link">
      <h2 id="by-link">A friend sent you a link?</h2>
      <form className="by-link" onSubmit={open}>
        <input
          value={link}
          onChange={(event) => setLink(event.target.value)}
          aria-label="The link"
          placeholder="Paste it here"
        />
        <button type="submit" disabled={!found}>
          Open
        </button>
      </form>
    </section>
  );
}
