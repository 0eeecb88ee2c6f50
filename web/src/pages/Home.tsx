/** Home: a battle in three clicks, battles to go on with, replays and rules. */

import { useEffect, useRef, useState } from "react";
import { systems, Trouble } from "../api";
import { forget, type Kept, kept, seatAddress } from "../memory";
import { go, Link } from "../router";
import { Icon } from "../ui/Icon";
import type { SystemCard } from "../wire";
import { ago } from "../words";
import { NewBattle } from "./NewBattle";
import { openFile, takenRoster } from "./openFile";
import { Page } from "./Page";

export function Home() {
  const [shelf, setShelf] = useState<SystemCard[] | null>(null);
  const [trouble, setTrouble] = useState("");
  const [system, setSystem] = useState(takenRoster.text ? takenRoster.system : "");
  useEffect(() => {
    document.title = "Little Wars";
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
  const card = shelf?.find((one) => one.name === system) ?? shelf?.[0];
  return (
    <Page>
      <div className="hero">
        <h1>Set up the table</h1>
        <p>Miniature battles by the book, against a bot or a friend. Every die can be proven.</p>
      </div>
      {trouble && (
        <p className="banner warn" role="status">
          {trouble} Trying again…
        </p>
      )}
      {shelf && shelf.length > 1 && (
        <div className="segments" role="group" aria-label="Rulebook">
          {shelf.map((one) => (
            <button key={one.name} type="button" aria-pressed={one === card} onClick={() => setSystem(one.name)}>
              {one.title}
            </button>
          ))}
        </div>
      )}
      <div className="home">
        <div>
          {card ? <NewBattle key={card.name} system={card} /> : <p className="quiet">{trouble ? "" : "Setting up…"}</p>}
        </div>
        <div className="home-side">
          <Continue />
          <OpenReplay />
          <section className="panel" aria-labelledby="library">
            <h2 id="library">Library</h2>
            <ul className="links">
              {(shelf ?? []).map((one) => (
                <li key={one.name}>
                  <Link href={`/rules/${one.name}`}>{one.title}: rules</Link> <span className="quiet">{one.rules} entries</span>
                </li>
              ))}
              <li>
                <Link href="/roster">Rosters: open, write, check</Link>
              </li>
            </ul>
          </section>
        </div>
      </div>
    </Page>
  );
}

function Continue() {
  const [games, setGames] = useState<Kept[]>(kept);
  if (!games.length) return null;
  return (
    <section className="panel" aria-labelledby="continue">
      <h2 id="continue">Go on with a battle</h2>
      <ul className="links">
        {games.slice(0, 6).map((game) => (
          <li key={game.game}>
            <Link
              href={
                game.over
                  ? `/replay/${game.game}`
                  : seatAddress(
                      game.game,
                      game.seats.map((seat) => seat.token),
                    )
              }
            >
              {game.title}
            </Link>{" "}
            <span className="quiet">
              {game.seats.map((seat) => seat.side).join(" and ") || "watching"}
              {game.over ? ", over" : ""}, {ago(game.when)}
            </span>
            <button
              type="button"
              className="icon small"
              aria-label={`Forget ${game.title}`}
              onClick={() => {
                forget(game.game);
                setGames(kept());
              }}
            >
              <Icon sign="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenReplay() {
  const input = useRef<HTMLInputElement>(null);
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    openFile.text = await file.text();
    go("/replay");
  };
  return (
    <section className="panel" aria-labelledby="replay">
      <h2 id="replay">Watch again</h2>
      <p className="quiet">A journal that somebody sent you, or one of your own.</p>
      <label className="button file">
        Open a replay file
        <input
          ref={input}
          type="file"
          accept=".jsonl,.ndjson,application/x-ndjson"
          onChange={(event) => void open(event.target.files?.[0])}
        />
      </label>
    </section>
  );
}
