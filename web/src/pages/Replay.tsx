/** A battle watched again: scrub, step, play, jump to rounds and to those who fell. */

import { useCallback, useEffect, useState } from "react";
import { journalAddress, replay, replayFile, saveFile, Trouble } from "../api";
import { journalName } from "../show";
import type { Replay as Played } from "../wire";
import { openFile } from "./openFile";
import { Page } from "./Page";
import { ReplayScreen } from "./ReplayScreen";

/** `at`: the line of the journal to begin with. */
export function Replay({ game, at = 0 }: { game: string; at?: number }) {
  const [played, setPlayed] = useState<Played | null>(null);
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(!!game);
  const show = useCallback(async (coming: Promise<Played>): Promise<void> => {
    setBusy(true);
    setTrouble("");
    try {
      setPlayed(await coming);
    } catch (error) {
      setTrouble(error instanceof Trouble ? error.message : String(error));
    }
    setBusy(false);
  }, []);
  const open = useCallback(
    (journal: string): void => {
      setText(journal);
      void show(replayFile(journal));
    },
    [show],
  );
  useEffect(() => {
    document.title = "Replay – Little Wars";
    if (game) void show(replay(game));
    else if (openFile.text) {
      open(openFile.text);
      openFile.text = "";
    }
  }, [game, show, open]);
  if (played) {
    const save = game
      ? undefined
      : () => saveFile(journalName(played.title, played.result?.winners ?? []), text, "application/x-ndjson");
    return <ReplayScreen replay={played} address={game ? journalAddress(game) : ""} save={save} from={at} />;
  }
  return (
    <Page at="replay">
      <h1>Replay</h1>
      {busy && <p role="status">Playing the battle through, and checking every die…</p>}
      {trouble && (
        <p className="banner warn" role="alert">
          {trouble}
        </p>
      )}
      {!busy && (
        <section className="panel">
          <p>
            Open the journal of a battle. Every line is played again by the rules, and every die is checked against the seed.
          </p>
          <label className="button file main">
            Open a replay file
            <input
              type="file"
              accept=".jsonl,.ndjson,application/x-ndjson"
              onChange={(event) => void event.target.files?.[0]?.text().then(open)}
            />
          </label>
        </section>
      )}
    </Page>
  );
}
