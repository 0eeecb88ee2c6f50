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
        <label className="field">
          <span>All at once</span>
          <select value="" onChange={(event) => all(event.target.value)}>
            <option value="" disabled>
              Everybody who can…
            </option>
            {bulk.map(({ option, takers }) => (
              <option key={option.id} value={option.id}>
                {`${labelOf(option)} (${takers.length} of ${Object.keys(sheet.items).length})`}
              </option>
            ))}
          </select>
        </label>
      )}
      <ul className="assign" aria-label={sheet.prompt}>
        {Object.entries(sheet.items).map(([who, options]) => {
          const tally = optionOf(who)?.tally;
          return (
            <li key={who} className={item === who ? "current" : ""}>
              <label className="field">
                <span>{capital(called(show, who))}</span>
                <select
                  value={chosen[who]}
                  onChange={(event) => setChosen({ ...chosen, [who]: event.target.value })}
                  onFocus={() => setItem(who)}
                  onBlur={() => setItem("")}
                >
                  {listed(options).map((option) => (
                    <option key={option.id} value={option.id}>
                      {labelOf(option)}
                    </option>
                  ))}
                </select>
              </label>
              {tally && !sheet.blind && <TallyLine tally={tally} />}
              {optionOf(who)?.about && <span className="option-about">{optionOf(who)!.about!}</span>}
            </li>
          );
        })}
      </ul>
      <Buttons confirm={give} advice={advice} reset={() => setChosen(first)} sending={sending} />
    </>
  );
}
