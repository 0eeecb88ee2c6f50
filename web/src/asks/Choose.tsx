/** One of several: once shows, twice does. */

import { useContext, useEffect, useMemo, useState } from "react";
import { endsOfDrag } from "../compose";
import { same } from "../geometry";
import { absent } from "../show";
import { PointingContext } from "../table/pointer";
import { TallyLine } from "../ui/TallyLine";
import type { ChooseSheet, Option, Point } from "../wire";
import { Buttons } from "./Buttons";
import { dropCard, handOff, type StartedDrag } from "./dragHandoff";
import { type Phase, useInteraction } from "./interaction";
import { byCard, labelOf, listed, restful } from "./options";
import { type AskProps, onButton, useAdvice, useForecast, useKeys } from "./tools";

/** Which options speak of which figure. */
export function aboutFigures(options: readonly Option[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const option of options)
    for (const figure of option.of ?? []) found.set(figure, [...(found.get(figure) ?? []), option.id]);
  return found;
}

/** What an option costs. */
export function Cost({ option }: { option: Option }) {
  return (option.cost ?? []).map(([coin, n]) => <span key={coin} className="quiet">{`${n} ${coin}`}</span>);
}

export function Choose({ sheet, show, seat, send, sending }: AskProps<ChooseSheet>) {
  const options = useMemo(() => listed(sheet.options), [sheet.options]);
  const pointing = useContext(PointingContext);
  const [armed, setArmed] = useState(() => restful(sheet));
  const [looked, setLooked] = useState("");
  const [started, setStarted] = useState<StartedDrag | null>(null);
  const odds = options.some((option) => option.tally);
  const about = useMemo(() => aboutFigures(options), [options]);
  const cards = useMemo(() => byCard(options, show, sheet.side), [options, show, sheet.side]);
  const find = (id: string): Option | undefined => options.find((option) => option.id === id);
  const seen = find(looked) ?? find(armed);
  const aim = seen?.of?.length === 1 ? seen.of[0]! : "";
  useForecast(seat, sheet, seen?.id ?? "", !!seen?.tally);

  const look = (id: string): void => setLooked(id);
  const give = (id: string): void => {
    const of = find(id)?.of ?? [];
    // one of ours that is to act is looked from; whoever is shot at is not
    if (of.length === 1 && show.figures[of[0]!]?.side === sheet.side) pointing.patch({ figure: of[0]!, hover: "", aim: "" });
    send(id);
  };
  const press = (id: string): void => (armed !== id ? setArmed(id) : give(id));
  /** A click on the table only points: the second click on the same means it. */
  const pick = (figure: string): void => {
    const ids = about.get(figure) ?? [];
    if (ids.includes(armed)) give(armed);
    else if (ids.length) setArmed(ids[0]!);
  };

  /** Options that mean a place can be clicked there; in answers to a move the way leads through them. */
  const isFigures = ({ at, of = [] }: Option): boolean =>
    of.some((name) => !!at && !!show.figures[name] && same(show.figures[name].at, at)); // whoever stands there is clicked himself
  const spots = options.flatMap((option) =>
    option.at && !isFigures(option) ? [{ id: option.id, at: option.at, label: labelOf(option) }] : [],
  );
  const mover =
    sheet.topic === "react" ? Object.values(show.figures).find((one) => one.unit === sheet.unit && !one.within) : null;
  const way = mover && spots.length ? [mover.at, ...spots.map((spot) => spot.at)] : [];

  /** One of ours that is the only one meant: dragging it picks it. */
  const isDraggable = ([figure, ids]: [string, string[]]): boolean =>
    !odds && ids.length === 1 && find(ids[0]!)?.of?.length === 1 && show.figures[figure]?.side === sheet.side;
  const drag = (figure: string, by: Point, phase: Phase): void => {
    if (phase !== "end") return setStarted(phase === "cancel" ? null : { figure, by });
    setStarted(null);
    handOff(figure, by);
    give(about.get(figure)![0]!);
  };

  /** A card that is pressed means its unit; dropped on the table, the unit is to stand there. */
  const takeCard = (unit: string, at: Point | null): void => {
    const id = cards.get(unit);
    if (!id || (at && !absent(show, unit))) return;
    if (!at) return press(id);
    dropCard(unit, at);
    give(id);
  };

  useEffect(() => {
    pointing.patch({ aim });
    return () => pointing.patch({ aim: "" });
  }, [pointing, aim]);
  useInteraction({
    glow: new Set([...(find(looked)?.of ?? []), ...(find(armed)?.of ?? [])]),
    pick: new Map([...about].map(([figure, ids]) => [figure, ids[0]!])),
    onPick: pick,
    armed: armed !== "",
    point: seen && !seen.of?.length ? (seen.at ?? null) : null,
    spots: sending ? [] : spots,
    onSpot: press,
    way,
    grips: new Set([...about].filter(isDraggable).map(([figure]) => figure)),
    onDrag: sending ? null : drag,
    cards: new Set(cards.keys()),
    onCard: sending ? null : takeCard,
    ...endsOfDrag(show, started),
  });
  useKeys((event) => {
    const number = "123456789".indexOf(event.key);
    if (number >= 0 && options[number]) press(options[number].id);
    else if (event.key === "Enter" && armed && !onButton(event)) give(armed);
    else if (event.key === "Escape" && armed) setArmed("");
    else return false;
    return true;
  });

  const advice = useAdvice(seat, sheet, (tried) => setArmed(tried.answer as string));
  return (
    <>
      <ul className="options" aria-label={sheet.prompt}>
        {options.map((option, i) => (
          <li key={option.id}>
            <button
              type="button"
              className="option"
              aria-pressed={armed === option.id}
              disabled={sending}
              onClick={() => press(option.id)}
              onPointerEnter={() => look(option.id)}
              onPointerLeave={() => look("")}
              onFocus={() => look(option.id)}
              onBlur={() => look("")}
            >
              <span className="option-name">{labelOf(option)}</span>
              {option.tally && !sheet.blind && <TallyLine tally={option.tally} />}
              <Cost option={option} />
              {i < 9 && <kbd>{i + 1}</kbd>}
              {option.about && <span className="option-about">{option.about}</span>}
            </button>
          </li>
        ))}
      </ul>
      <Buttons
        confirm={armed ? () => give(armed) : null}
        label={armed ? `Confirm: ${labelOf(find(armed) ?? { id: armed })}` : "Choose"}
        advice={advice}
        reset={armed ? () => setArmed("") : null}
        sending={sending}
      />
    </>
  );
}
