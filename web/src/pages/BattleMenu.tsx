/** What else one can do in a battle: take back, save the case, give up, offer to end. */

import { useState } from "react";
import { caseFile, saveFile, Trouble } from "../api";
import { given, givenAt } from "../given";
import { Link } from "../router";
import type { LiveSeat } from "../seat";
import { setSettings, settings } from "../settings";
import { undoEntries } from "../show";
import type { Scene } from "../stage";
import { type Store, useSlice, useStore } from "../store";
import { Dialog } from "../ui/Dialog";
import { Popover } from "../ui/Popover";
import { Volume } from "../ui/SoundButton";
import { SpeedPicker } from "../ui/SpeedPicker";
import { askToNotify } from "./attention";
import { renewSeat, type Seating } from "./seating";

const MOST_TRIES = 3;

/** Take back the last decision; those who sit at the same screen have agreed already. The wish names the last line that is
 * told here: if somebody has acted since it is refused, and made again with what is told then. */
export async function takeBack({ seat, seats, own }: Seating, scene: Store<Scene>): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { story } = scene.get();
    const { now, n, table } = seat.state.get();
    const entries = undoEntries(story, own, (line) => !!givenAt(given.get(), table?.game ?? "", line));
    if (!entries || now.result) return;
    if (await seat.wish({ do: "undo", n: story.at(-1)?.n ?? n, entries })) {
      for (const other of seats)
        if (other !== seat && seat.state.get().now.wish) await other.wish({ do: "consent", yes: true });
      return;
    }
    if (scene.get().story === story) return;
  }
}

export function UndoButton({ seating, scene }: { seating: Seating; scene: Store<Scene> }) {
  const { seats, now, table } = useStore(seating.seat.state);
  const all = useStore(given);
  const story = useSlice(scene, ({ story }) => story);
  const entries = undoEntries(story, seating.own, (line) => !!givenAt(all, table?.game ?? "", line));
  const alone = seats.every((seat) => seat.kind === "bot" || seating.own.includes(seat.side));
  const free = alone || entries <= (now.free_undo ?? 0);
  return (
    <button
      type="button"
      className="chip undo"
      disabled={!entries || !!now.result}
      onClick={() => void takeBack(seating, scene)}
      title={free ? "Take back your last decision" : "Ask the others whether you may take back your last decision"}
    >
      {free ? "Undo" : "Ask to undo"} <kbd>Ctrl Z</kbd>
    </button>
  );
}

/** A standing answer in words. */
const policyWords = (policy: "pass" | "advise" | number): string =>
  policy === "pass" ? "reactions pass" : policy === "advise" ? "reactions when it pays" : `reactions at ${policy} % or better`;

/** A message by the browser, if it lets us. */
const tellMe = async (on: boolean): Promise<void> => setSettings({ notify: on && (await askToNotify()) });

/** Whatever is chosen from the menu closes it. */
const chosen = (close: () => void, act: () => void) => (): void => {
  close();
  act();
};

export function BattleMenu({ seat, openHelp }: { seat: LiveSeat; openHelp: () => void }) {
  const [giving, setGiving] = useState(false);
  const [trouble, setTrouble] = useState("");
  const { table, now, muted } = useStore(seat.state);
  const { orders, notify, digits, guide } = useStore(settings);
  const hasGuide = useSlice(seat.state, ({ table }) => (table?.guide ?? []).length > 0);
  const game = table?.game ?? "";
  const isPlaying = !!table?.side && !now.result;
  const saveCase = async (): Promise<void> => {
    try {
      saveFile(`${game}.case.yaml`, await caseFile(game, seat.token), "text/yaml");
    } catch (error) {
      setTrouble(error instanceof Trouble ? error.message : String(error));
    }
  };
  const concede = (): void => {
    setGiving(false);
    void seat.wish({ do: "concede" });
  };
  const offered = (now.agreed ?? []).includes(table?.side ?? "");
  return (
    <>
      <Popover label="Menu">
        {(close) => (
          <ul className="menu">
            <li>
              <button type="button" onClick={chosen(close, openHelp)}>
                Keys <kbd>?</kbd>
              </button>
            </li>
            <li>
              <SpeedPicker />
            </li>
            <li>
              <Volume />
            </li>
            {isPlaying && (
              <li>
                <button type="button" onClick={chosen(close, () => void tellMe(!notify))}>
                  {notify ? "Do not call me when it is my turn" : "Call me when it is my turn"}
                </button>
              </li>
            )}
            {table?.side && (
              <li>
                <button type="button" onClick={chosen(close, () => void saveCase())}>
                  Save this situation as a case file
                </button>
              </li>
            )}
            <li>
              <Link href={`/rules/${table?.system}`} target="_blank">
                Rulebook
              </Link>
            </li>
            <li>
              <a href={`/watch/${game}`} target="_blank" rel="noreferrer">
                Link for spectators
              </a>
            </li>
            {table?.side && (
              <li>
                <button type="button" onClick={chosen(close, () => void renewSeat(seat))}>
                  New link for this seat
                </button>
              </li>
            )}
            {table?.side && (
              <li>
                <button type="button" onClick={chosen(close, () => void seat.wish({ do: "mute", on: !muted }))}>
                  {muted ? "Hear those who watch again" : "Mute those who watch"}
                </button>
              </li>
            )}
            {isPlaying && (
              <li>
                <button type="button" onClick={chosen(close, () => setSettings({ orders: !orders }))}>
                  {orders ? "Decide figure by figure" : "Give orders to whole units"}
                </button>
              </li>
            )}
            <li>
              <button type="button" onClick={chosen(close, () => setSettings({ digits: !digits }))}>
                {digits ? "Dice with pips" : "Dice with digits"}
              </button>
            </li>
            {hasGuide && (
              <li>
                <button type="button" onClick={chosen(close, () => setSettings({ guide: !guide }))}>
                  {guide ? "No more hints" : "Hints for a first battle"}
                </button>
              </li>
            )}
            {Object.entries(now.standing ?? {}).map(([rule, policy]) => (
              <li key={rule}>
                <button
                  type="button"
                  onClick={chosen(close, () => void seat.wish({ do: "stand", rule, policy: null }))}
                  title={`Standing answer: ${rule}`}
                >
                  {`Ask me again: ${policyWords(policy)}`}
                </button>
              </li>
            ))}
            {isPlaying && (
              <>
                <li>
                  <button type="button" disabled={offered} onClick={chosen(close, () => void seat.wish({ do: "agree" }))}>
                    {offered ? "You have offered to end it" : "Offer to end it here"}
                  </button>
                </li>
                <li>
                  <button type="button" onClick={chosen(close, () => setGiving(true))}>
                    Concede…
                  </button>
                </li>
              </>
            )}
          </ul>
        )}
      </Popover>
      {trouble && (
        <Dialog title="No case file" close={() => setTrouble("")}>
          <p>{trouble}</p>
          <button type="button" className="main" onClick={() => setTrouble("")}>
            Back
          </button>
        </Dialog>
      )}
      {giving && (
        <Dialog title="Give up this battle?" close={() => setGiving(false)}>
          <p>The others win. This cannot be taken back.</p>
          <div className="buttons">
            <button type="button" onClick={() => setGiving(false)} autoFocus>
              Fight on
            </button>
            <button type="button" className="danger" onClick={concede}>
              Concede
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
