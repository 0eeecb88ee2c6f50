/** Everybody gets one of his own options; all of them at once where they can. */

import { useMemo, useState } from "react";
import { called } from "../show";
import { TallyLine } from "../ui/TallyLine";
import type { AssignSheet, Option } from "../wire";
import { capital } from "../words";
import { Buttons } from "./Buttons";
import { useInteraction } from "./interaction";
import { labelOf, listed } from "./options";
import { type AskProps, onButton, useAdvice, useForecast, useKeys } from "./tools";

/** Every option there is, with how many could take it. */
export function shared(items: Readonly<Record<string, readonly Option[]>>): { option: Option; takers: string[] }[] {
  const found = new Map<string, { option: Option; takers: string[] }>();
  for (const [item, options] of Object.entries(items)) {
    for (const option of options) {
      const known = found.get(option.id);
      if (known) known.takers.push(item);
      else found.set(option.id, { option, takers: [item] });
    }
  }
  return [...found.values()];
}

const FEW = 4; // options that lie side by side; of more one is picked from a list

interface PicksProps {
  name: string;
  options: readonly Option[];
  /** "" where nothing is. */
  chosen: string;
  pick: (id: string) => void;
}

/** One of a few options by a click, one of many from a list. */
function Picks({ name, options, chosen, pick }: PicksProps) {
  if (options.length <= FEW)
    return (
      <div className="picks" role="group" aria-label={name}>
        <span aria-hidden="true">{name}</span>
        <span className="segments">
          {options.map((option) => (
            <button key={option.id} type="button" aria-pressed={option.id === chosen} onClick={() => pick(option.id)}>
              {labelOf(option)}
            </button>
          ))}
        </span>
      </div>
    );
  return (
    <label className="field">
      <span>{name}</span>
      <select value={chosen} onChange={(event) => pick(event.target.value)}>
        {!chosen && (
          <option value="" disabled>
            Everybody who can…
          </option>
        )}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {labelOf(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Assign({ sheet, show, seat, send, sending }: AskProps<AssignSheet>) {
  const first = useMemo(
    () => Object.fromEntries(Object.entries(sheet.items).map(([item, options]) => [item, options[0]?.id ?? ""])),
    [sheet],
  );
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(first);
  const [item, setItem] = useState("");
  const bulk = useMemo(() => shared(sheet.items), [sheet]);
  const optionOf = (who: string): Option | undefined => sheet.items[who]?.find((option) => option.id === chosen[who]);
  const isAttack = Object.keys(sheet.items).some((who) => optionOf(who)?.tally);
  useForecast(seat, sheet, chosen, isAttack);

  const all = (id: string): void =>
    setChosen(
      Object.fromEntries(
        Object.entries(sheet.items).map(([who, options]) => [
          who,
          options.some((option) => option.id === id) ? id : chosen[who]!,
        ]),
      ),
    );
  /** Of whoever is picked: all of them, or the one in hand. */
  const aim = (figure: string): void => {
    const options = (who: string): Option | undefined => sheet.items[who]?.find((option) => option.of?.includes(figure));
    if (item && options(item)) setChosen({ ...chosen, [item]: options(item)!.id });
    else setChosen(Object.fromEntries(Object.keys(sheet.items).map((who) => [who, options(who)?.id ?? chosen[who]!])));
  };
  useInteraction({
    glow: new Set(Object.keys(sheet.items).flatMap((who) => (item && who !== item ? [] : (optionOf(who)?.of ?? [])))),
    pick: new Map(
      Object.values(sheet.items)
        .flat()
        .flatMap((option) => (option.of ?? []).map((figure) => [figure, option.id] as const)),
    ),
    armed: true,
    onPick: aim,
  });
  const many = Object.keys(sheet.items).length;
  const ofMany = (option: Option, takers: number): string =>
    takers < many ? `${labelOf(option)} (${takers})` : labelOf(option);
  const give = (): void => send(chosen);
  useKeys((event) => {
    if (event.key === "Enter" && !onButton(event)) give();
    else if (event.key === "Escape") setChosen(first);
    else return false;
    return true;
  });
  const advice = useAdvice(seat, sheet, (tried) => setChosen(Object.fromEntries(tried.answer as [string, string][])));
  return (
    <>
      {bulk.length > 1 && Object.keys(sheet.items).length > 1 && (
        <Picks
          name="All at once"
          options={bulk.map(({ option, takers }) => ({ ...option, label: ofMany(option, takers.length) }))}
          chosen=""
          pick={all}
        />
      )}
      <ul className="assign" aria-label={sheet.prompt}>
        {Object.entries(sheet.items).map(([who, options]) => {
          const tally = optionOf(who)?.tally;
          return (
            <li key={who} className={item === who ? "current" : ""} onFocus={() => setItem(who)} onBlur={() => setItem("")}>
              <Picks
                name={capital(called(show, who))}
                options={listed(options)}
                chosen={chosen[who] ?? ""}
                pick={(id) => setChosen({ ...chosen, [who]: id })}
              />
              {tally && !sheet.blind && <TallyLine tally={tally} />}
            </li>
          );
        })}
      </ul>
      <dl className="assign-about">
        {bulk
          .filter(({ option }) => option.about && Object.values(chosen).includes(option.id))
          .map(({ option }) => (
            <div key={option.id}>
              <dt>{labelOf(option)}</dt>
              <dd>{option.about}</dd>
            </div>
          ))}
      </dl>
      <Buttons confirm={give} advice={advice} reset={() => setChosen(first)} sending={sending} />
    </>
  );
}
