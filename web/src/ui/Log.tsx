/** The story so far: every die, every modifier, and a link to every rule. */

import { memo, useCallback, useEffect, useRef, useState } from "react";
import { given, givenAt } from "../given";
import { depthOf, sideNumber } from "../show";
import type { Scene } from "../stage";
import { type Store, useSlice, useStore } from "../store";
import { SideSign } from "../table/Symbols";
import type { Beat, Told } from "../wire";
import { faces, needed, signed } from "../words";
import { Dice } from "./Dice";
import { RuleLink } from "./RuleLink";

const PAGE = 120; // beats shown at first; the rest is a click away

function Mods({ told }: { told: Told }) {
  if (!told.tally) return null;
  return (
    <span className="log-mods">
      <span>{`needs ${faces(told.tally, needed(told.tally))}${told.tally.mods?.length ? `, plain ${faces(told.tally, told.tally.base)}` : ""}`}</span>
      {(told.tally.mods ?? []).map(([name, value, rule]) => (
        <span key={name}>
          <RuleLink rule={rule}>{name}</RuleLink> {signed(value)}
        </span>
      ))}
    </span>
  );
}

/** The same words again and again are said once. */
export function gathered(lines: readonly Told[]): { told: Told; times: number }[] {
  const found: { told: Told; times: number }[] = [];
  for (const told of lines) {
    if (!told.text && !told.faces?.length) continue; // the line before tells it, too
    const last = found[found.length - 1];
    if (last && !told.faces?.length && !told.tally && told.text === last.told.text && told.rule === last.told.rule)
      last.times += 1;
    else found.push({ told, times: 1 });
  }
  return found;
}

function TellLine({ told, times }: { told: Told; times: number }) {
  const depth = depthOf(told);
  if (depth === 0) return <h3 className="log-heading">{told.text}</h3>;
  return (
    <p className={`log-line depth-${depth} ${told.secret ? "secret" : ""}`}>
      {told.faces?.length ? <Dice die={told.die ?? ""} faces={told.faces} /> : null}
      <span>{told.text}</span>
      {times > 1 && <strong>{` ×${times}`}</strong>} <RuleLink rule={told.rule} short />
      {told.secret && <span className="tag">only you know</span>}
      <Mods told={told} />
    </p>
  );
}

const WORDS: Record<string, string> = {
  concede: "gives up.",
  agree: "would end the battle here.",
  undo: "Something was taken back.",
  reseed: "From here other dice fall.",
  secret: "decides in secret.",
};

/** Beats that belong together: an order with all that came of it, or a single one. */
export interface Chapter {
  beats: readonly Beat[];
  order: boolean;
}

/** The story by orders: from the first line of one to its last, whoever answers in between. */
export function chapters(beats: readonly Beat[]): Chapter[] {
  const found: Chapter[] = [];
  for (let at = 0; at < beats.length; at++) {
    const first = beats[at]!;
    let end = at + 1;
    if (first.by.by === "order") {
      const own = beats.findIndex((beat, i) => i > at && beat.by.side === first.by.side && beat.by.by !== "aide");
      const last = beats.findLastIndex((beat, i) => i > at && (own < 0 || i < own) && beat.by.side === first.by.side);
      end = Math.max(end, last + 1);
    }
    found.push({ beats: beats.slice(at, end), order: end > at + 1 });
    at = end - 1;
  }
  return found;
}

/** An order in a line: what it began with, how many steps it took, how many fell. */
export function headline({ beats }: Chapter): string {
  const told = beats.flatMap((beat) => beat.told ?? []);
  const first = told.find((one) => one.text && depthOf(one) <= 1)?.text ?? told.find((one) => one.text)?.text ?? "An order";
  const fell = told.filter((one) => one.seen?.type === "fell").length;
  return [first, `${beats.length} steps`, fell ? `${fell} ${fell === 1 ? "falls" : "fall"}` : ""].filter(Boolean).join(" · ");
}

const TellBeat = memo(function TellBeat({
  beat,
  lines,
  side,
  last,
  alone,
}: {
  beat: Beat;
  lines: readonly Told[];
  /** What was answered without asking; "" where there was a choice. */
  alone?: string;
  side: number;
  last: boolean;
}) {
  const words = WORDS[beat.by.kind];
  if (!lines.length && !words && !alone) return null;
  return (
    <li className={`log-beat ${last ? "last" : ""}`} data-n={beat.n}>
      <span className="log-sign">{beat.by.side ? <SideSign side={side} title={beat.by.side} /> : null}</span>
      <div>
        {words && (
          <p className="log-line depth-1">{beat.by.side && beat.by.kind !== "undo" ? `${beat.by.side} ${words}` : words}</p>
        )}
        {alone && <p className="log-line depth-2 quiet">{`No other choice: ${alone}`}</p>}
        {gathered(lines).map(({ told, times }, i) => (
          <TellLine key={i} told={told} times={times} />
        ))}
      </div>
    </li>
  );
});

export const Log = memo(function Log({ scene, game = "" }: { scene: Store<Scene>; game?: string }) {
  const all = useStore(given);
  const story = useSlice(scene, (now) => now.story);
  const telling = useSlice(scene, (now) => now.telling);
  const told = useSlice(scene, (now) => now.told);
  const parties = useSlice(scene, (now) => now.show.parties);
  const [most, setMost] = useState(PAGE);
  const box = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const beats = story.slice(-most);
  const high = useRef(0);
  const toEnd = useCallback((): void => {
    // whoever has scrolled up to read is left there
    const list = box.current;
    if (list && stuck.current) list.scrollTop = list.scrollHeight;
    high.current = list?.clientHeight ?? 0;
  }, []);
  useEffect(toEnd);
  useEffect(() => {
    // the decision above grows and shrinks: that is nobody's scrolling
    const watch = new ResizeObserver(toEnd);
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, [toEnd]);
  return (
    <div
      className="log"
      ref={box}
      tabIndex={0}
      role="log"
      aria-label="The story so far"
      onScroll={(event) => {
        const list = event.currentTarget;
        if (list.clientHeight === high.current) stuck.current = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
      }}
    >
      {story.length > most && (
        <button type="button" className="small" onClick={() => setMost(most + 4 * PAGE)}>
          Earlier
        </button>
      )}
      <ol>
        {chapters(beats).map((chapter, i, list) => {
          const isLast = !telling && i === list.length - 1;
          const lines = chapter.beats.map((beat) => (
            <TellBeat
              key={beat.n}
              beat={beat}
              lines={beat.told ?? []}
              side={sideNumber({ parties }, beat.by.side ?? "")}
              last={isLast && beat === chapter.beats.at(-1)}
              alone={givenAt(all, game, beat.n)}
            />
          ));
          if (!chapter.order) return lines;
          return (
            <li key={`order ${chapter.beats[0]!.n}`} className="log-order">
              <details open={i >= list.length - 2}>
                <summary>{headline(chapter)}</summary>
                <ol>{lines}</ol>
              </details>
            </li>
          );
        })}
        {telling && told > 0 && (
          <TellBeat
            beat={telling}
            lines={(telling.told ?? []).slice(0, told)}
            side={sideNumber({ parties }, telling.by.side ?? "")}
            last
          />
        )}
      </ol>
    </div>
  );
});
