/** The replay's screen: the same table, with a scrubber instead of decisions. */

import { useCallback, useEffect, useMemo, useState } from "react";
import { IDLE, type Interaction, InteractionContext } from "../asks/interaction";
import { isFree } from "../asks/tools";
import { speedNow } from "../settings";
import { journalName, partyName, sideNumber } from "../show";
import { Stage } from "../stage";
import { Store, useSlice } from "../store";
import { Camera } from "../table/camera";
import { NOTHING, type Pointing, PointingContext } from "../table/pointer";
import { TableView } from "../table/TableView";
import { Log } from "../ui/Log";
import { Popover } from "../ui/Popover";
import { RuleDrawer } from "../ui/RuleDrawer";
import { RulebookContext } from "../ui/RuleLink";
import { SpeedPicker } from "../ui/SpeedPicker";
import { TableNote } from "../ui/TableNote";
import { Seed, TopBar } from "../ui/TopBar";
import { UnitCards, UnitStrip } from "../ui/UnitCards";
import type { Replay } from "../wire";
import { ReplayFrames } from "./replayFrames";
import { Scrubber } from "./Scrubber";
import { TableTools } from "./TableTools";
import { useSelecting } from "./tableHooks";

const BETWEEN = 260; // milliseconds between frames when nothing is to be seen

interface Props {
  replay: Replay;
  address: string;
  save?: (() => void) | undefined;
  /** The line of the journal to begin with. */
  from?: number;
}

export function ReplayScreen({ replay, address, save, from = 0 }: Props) {
  const frames = useMemo(() => new ReplayFrames(replay), [replay]);
  const stage = useMemo(() => new Stage(replay.show, [], speedNow), [replay]);
  const show = useSlice(stage.scene, (scene) => scene.show);
  const busy = useSlice(stage.scene, (scene) => scene.busy);
  const camera = useMemo(() => new Camera(), []);
  const interaction = useMemo(() => new Store<Interaction>(IDLE), []);
  const pointing = useMemo(() => new Store<Pointing>(NOTHING), []);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [rule, setRule] = useState("");
  const [cards, setCards] = useState(false);
  const { selectUnit, select } = useSelecting(stage.scene, pointing, camera, []);
  const rulebook = useMemo(() => ({ system: replay.system, open: setRule }), [replay.system]);

  const jump = useCallback(
    (to: number) => {
      const there = Math.min(frames.length, Math.max(0, to));
      const then = frames.after(there);
      stage.reset(then.show, then.story, 0, then.remains);
      setAt(there);
    },
    [frames, stage],
  );
  useEffect(() => {
    const there = replay.frames.findIndex((frame) => frame.beat.n >= from);
    if (from && there > 0) jump(there);
  }, [from, replay, jump]);
  const forward = useCallback(() => {
    const frame = frames.frame(at);
    if (!frame) return setPlaying(false);
    stage.push(frame);
    setAt(at + 1);
  }, [frames, stage, at]);
  useEffect(() => {
    if (!playing || busy) return undefined;
    const factor = { slow: 2.2, normal: 1, fast: 0.4, instant: 0.12 }[speedNow()];
    const timer = setTimeout(forward, BETWEEN * factor);
    return () => clearTimeout(timer);
  }, [playing, busy, forward]);
  useEffect(() => () => stage.stop(), [stage]);
  useEffect(() => {
    const down = (event: KeyboardEvent): void => {
      if (!isFree(event)) return;
      const onRange = (event.target as Element).matches?.("input[type=range]");
      if (event.key === "ArrowRight" && !onRange) stage.scene.get().busy ? stage.hurry() : forward();
      else if (event.key === "ArrowLeft" && !onRange) jump(at - 1);
      else if (event.key === "Home") jump(0);
      else if (event.key === "End") jump(frames.length);
      else if (event.key === " " && !(event.target as Element).closest?.("button, a, summary, select")) setPlaying((on) => !on);
      else if (event.key === "+") camera.zoomBy(1.25);
      else if (event.key === "-") camera.zoomBy(0.8);
      else if (event.key === "0") camera.fit();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // before the table, which would move the view
    addEventListener("keydown", down, true);
    return () => removeEventListener("keydown", down, true);
  }, [stage, camera, frames, at, forward, jump]);

  const scrub = (to: number): void => {
    setPlaying(false);
    jump(to);
  };
  const play = (on: boolean): void => {
    if (on && at >= frames.length) jump(0);
    setPlaying(on);
  };
  const seats = Object.entries(replay.seats).map(([side, name]) => ({ side, name, kind: "bot" as const, here: true }));
  return (
    <RulebookContext.Provider value={rulebook}>
      <InteractionContext.Provider value={interaction}>
        <PointingContext.Provider value={pointing}>
          <div className={`battle replay-screen ${cards ? "cards-open" : ""}`}>
            <TopBar title={`Replay · ${replay.title}`} show={show}>
              <Proof replay={replay} />
              <Seed commitment={replay.commitment ?? ""} seed={replay.seed ?? ""} />
              {address ? (
                <a className="chip" href={address} download={journalName(replay.title, replay.result?.winners ?? [])}>
                  Download
                </a>
              ) : (
                save && (
                  <button type="button" className="chip" onClick={save}>
                    Save the file
                  </button>
                )
              )}
            </TopBar>
            <aside className="battle-left" aria-label="Units">
              <UnitStrip show={show} own={[]} onSelect={selectUnit} open={cards} setOpen={setCards} />
              <div className="rail">
                <UnitCards show={show} seats={seats} own={[]} onSelect={selectUnit} />
              </div>
            </aside>
            <main className="battle-middle" aria-label="Table">
              <TableView scene={stage.scene} camera={camera} blind={false} select={select} />
              <TableTools camera={camera} show={show} blind={false} />
            </main>
            <aside className="battle-right" aria-label="Story">
              {replay.result && at >= frames.length && !busy && (
                <section className="decision idle" aria-label="Result">
                  <h2>
                    {replay.result.winners.length
                      ? `${replay.result.winners.map((side) => partyName(show, side)).join(" and ")} won`
                      : "A draw"}
                  </h2>
                  <p>{replay.result.why}</p>
                </section>
              )}
              <TableNote show={show} />
              <Log scene={stage.scene} />
              {rule && <RuleDrawer system={replay.system} rule={rule} close={() => setRule("")} />}
            </aside>
            <footer className="battle-bottom">
              <Scrubber
                frames={frames}
                at={at}
                jump={scrub}
                playing={playing}
                setPlaying={play}
                step={forward}
                sideOf={(side) => sideNumber(show, side)}
              />
              <SpeedPicker />
            </footer>
          </div>
        </PointingContext.Provider>
      </InteractionContext.Provider>
    </RulebookContext.Provider>
  );
}

function Proof({ replay }: { replay: Replay }) {
  if (replay.fault) {
    return (
      <Popover className="fault" label={`does not come out the same: ${replay.fault.split(":")[0]}`}>
        {() => <p className="prose small">{replay.fault}</p>}
      </Popover>
    );
  }
  return (
    <span
      className="chip still good"
      title={
        (replay.warnings ?? []).join(" ") || "The whole battle was played again from its seed, and every die fell the same."
      }
    >
      {replay.commitment ? "✓ every die proven" : "✓ comes out the same"}
    </span>
  );
}
