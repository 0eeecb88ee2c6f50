/** The story so far: every die, every modifier, and a link to every rule. */

import { Fragment, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { given, givenAt } from "../given";
import { depthOf, sideNumber } from "../show";
import type { Scene } from "../stage";
import { type Store, useSlice, useStore } from "../store";
import { SideSign } from "../table/Symbols";
import type { Beat, Party, Told as ToldLine } from "../wire";
import { faces, needed, signed } from "../words";
import { Dice } from "./Dice";
import { RuleLink } from "./RuleLink";
import { type Block, blocks, type Line, outcomeOf } from "./story";

const PAGE = 120; // beats shown at first; the rest is a click away
const OPEN = 2; // blocks that are not folded away yet

function Mods({ told }: { told: ToldLine }) {
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

function TellLine({ line }: { line: Line }) {
  const { told, text, dice } = line;
  return (
    <p className={`log-line depth-${depthOf(told)} ${told.secret ? "secret" : ""}`}>
      {told.faces?.length ? <Dice die={told.die ?? ""} faces={told.faces} tally={told.tally ?? null} /> : null}
      <span>{text}</span>
      {dice.map((one, i) => (
        <span key={i} className="log-dice" title={one.text}>
          <Dice
            die={one.die ?? ""}
            faces={one.faces ?? []}
            tally={one.tally ?? (dice.length === 1 ? (told.tally ?? null) : null)}
          />
        </span>
      ))}{" "}
      <RuleLink rule={told.rule} short />
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

const isSaid = (beat: Beat): boolean => beat.by.kind in WORDS;

/** What was said beside the rules: giving up, taking back; or answered because there was no choice. */
function Aside({ beat, parties, alone }: { beat: Beat; parties: readonly Party[]; alone?: string | undefined }) {
  const words = WORDS[beat.by.kind];
  if (!words && !alone) return null;
  const { side = "" } = beat.by;
  const who = parties.find((party) => party.id === side)?.name || side;
  return (
    <li className="log-beat" data-n={beat.n}>
      <span className="log-sign">{side ? <SideSign side={sideNumber({ parties }, side)} title={side} /> : null}</span>
      <div>
        {words && <p className="log-line depth-1">{side && beat.by.kind !== "undo" ? `${who} ${words}` : words}</p>}
        {alone && <p className="log-line depth-2 quiet">{`No other choice: ${alone}`}</p>}
      </div>
    </li>
  );
}

function TellLines({ lines, parties, last = false }: { lines: readonly Line[]; parties: readonly Party[]; last?: boolean }) {
  return (
    <>
      {lines.map((line, i) => (
        <li key={i} className={`log-beat ${last && i === lines.length - 1 ? "last" : ""}`} data-n={line.n}>
          <span className="log-sign">
            {line.side ? <SideSign side={sideNumber({ parties }, line.side)} title={line.side} /> : null}
          </span>
          <div>
            <TellLine line={line} />
          </div>
        </li>
      ))}
    </>
  );
}

/** What leads to a headline: cards, phases, whose turn it is. */
function Lead({ heads }: { heads: readonly Line[] }) {
  const cards = heads.filter((line) => line.told.faces?.length);
  const words = heads.filter((line) => !line.told.faces?.length);
  if (!heads.length) return null;
  return (
    <li className="log-lead">
      {cards.map((line, i) => (
        <TellLine key={i} line={line} />
      ))}
      {words.map((line, i) => (
        <span key={line.text}>
          {i > 0 && " · "}
          {line.text} <RuleLink rule={line.told.rule} short />
        </span>
      ))}
    </li>
  );
}

/** A headline with what came of it; its lines are folded away once it is over. */
const TellBlock = memo(function TellBlock({
  block,
  parties,
  fell,
  open,
  last,
}: {
  block: Block;
  parties: readonly Party[];
  fell: string;
  open: boolean;
  last: boolean;
}) {
  const { heads, lines } = block;
  const head = heads[heads.length - 1];
  if (block.heading && head)
    return (
      <li>
        <h3 className="log-heading">{head.text}</h3>
      </li>
    );
  if (!head || !lines.length) return <TellLines lines={[...heads, ...lines]} parties={parties} last={last} />;
  return (
    <>
      <Lead heads={heads.slice(0, -1)} />
      <li className="log-order log-beat">
        <details open={open}>
          <summary>
            {head.side && <SideSign side={sideNumber({ parties }, head.side)} title={head.side} />} {head.text}
            {fell && <span className="log-fell">{` · ${fell}`}</span>}
          </summary>
          <ol>
            <TellLines lines={lines} parties={parties} last={last} />
          </ol>
        </details>
        <RuleLink rule={head.told.rule} short />
      </li>
    </>
  );
});

/** Blocks and what was said between them, in the order of the journal. */
function Story({
  beats,
  parties,
  alone,
}: {
  beats: readonly Beat[];
  parties: readonly Party[];
  alone: (n: number) => string | undefined;
}) {
  const found = useMemo(() => blocks(beats), [beats]);
  const asides = beats.filter((beat) => isSaid(beat) || alone(beat.n));
  const end = beats[beats.length - 1]?.n ?? 0;
  const before = (from: number, to: number) =>
    asides
      .filter((beat) => beat.n >= from && beat.n < to)
      .map((beat) => <Aside key={`said ${beat.n}`} beat={beat} parties={parties} alone={alone(beat.n)} />);
  return (
    <>
      {before(0, found[0]?.n ?? end + 1)}
      {found.map((block, i) => {
        const next = found[i + 1]?.n ?? end + 1;
        return (
          <Fragment key={`${block.n} ${i}`}>
            <TellBlock
              block={block}
              parties={parties}
              fell={outcomeOf(block)}
              open={i >= found.length - OPEN}
              last={i === found.length - 1}
            />
            {before(block.n, next)}
          </Fragment>
        );
      })}
    </>
  );
}

export const Log = memo(function Log({ scene, game = "" }: { scene: Store<Scene>; game?: string }) {
  const all = useStore(given);
  const story = useSlice(scene, (now) => now.story);
  const telling = useSlice(scene, (now) => now.telling);
  const told = useSlice(scene, (now) => now.told);
  const parties = useSlice(scene, (now) => now.show.parties);
  const [most, setMost] = useState(PAGE);
  const box = useRef<HTMLDivElement>(null);
  const stuck = useRef(true);
  const whole = useMemo(() => {
    const seen = telling && told > 0 ? [{ ...telling, told: (telling.told ?? []).slice(0, told) }] : [];
    return [...story.slice(-most), ...seen];
  }, [story, most, telling, told]);
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
        <Story beats={whole} parties={parties} alone={(n) => givenAt(all, game, n)} />
      </ol>
    </div>
  );
});
