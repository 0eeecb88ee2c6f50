/** Some of several, within a purse. */

import { useState } from "react";
import { TallyLine } from "../ui/TallyLine";
import type { ChooseSomeSheet } from "../wire";
import { Buttons } from "./Buttons";
import { aboutFigures, Cost } from "./Choose";
import { useInteraction } from "./interaction";
import { labelOf, listed } from "./options";
import { type AskProps, onButton, useAdvice, useForecast, useKeys } from "./tools";

export function ChooseSome({ sheet, seat, send, sending }: AskProps<ChooseSomeSheet>) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const options = listed(sheet.options);
  const most = sheet.most ?? options.length;
  const spent = (coin: string): number =>
    options
      .filter((option) => chosen.includes(option.id))
      .reduce(
        (sum, option) => sum + (option.cost ?? []).filter(([name]) => name === coin).reduce((all, [, n]) => all + n, 0),
        0,
      );
  const broke = Object.entries(sheet.purse).some(([coin, there]) => spent(coin) > there);
  const fits = chosen.length >= sheet.least && chosen.length <= most && !broke;
  const toggle = (id: string): void => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const confirm = fits ? () => send([...chosen]) : null;
  useForecast(seat, sheet, chosen, fits && options.some((option) => option.tally && chosen.includes(option.id)));

  const about = aboutFigures(options);
  useInteraction({
    glow: new Set(options.filter((option) => chosen.includes(option.id)).flatMap((option) => option.of ?? [])),
    pick: new Map([...about].map(([figure, ids]) => [figure, ids[0]!])),
    armed: true,
    onPick: (figure) => toggle(about.get(figure)![0]!),
  });
  useKeys((event) => {
    const number = "123456789".indexOf(event.key);
    if (number >= 0 && options[number]) toggle(options[number].id);
    else if (event.key === "Enter" && confirm && !onButton(event)) confirm();
    else if (event.key === "Escape") setChosen([]);
    else return false;
    return true;
  });

  const advice = useAdvice(seat, sheet, (tried) => setChosen(tried.answer as string[]));
  return (
    <>
      <p className="quiet">
        {sheet.least === most ? `Choose ${most}` : `Choose ${sheet.least} to ${most}`}; {chosen.length} chosen.
        {Object.entries(sheet.purse).map(([coin, there]) => (
          <span key={coin} className={spent(coin) > there ? "bad" : ""}>
            {` ${coin}: ${spent(coin)} of ${there}`}
          </span>
        ))}
      </p>
      <ul className="options" aria-label={sheet.prompt}>
        {options.map((option, i) => (
          <li key={option.id}>
            <label className="option">
              <input type="checkbox" checked={chosen.includes(option.id)} onChange={() => toggle(option.id)} />
              <span className="option-name">{labelOf(option)}</span>
              {option.tally && !sheet.blind && <TallyLine tally={option.tally} />}
              <Cost option={option} />
              {i < 9 && <kbd>{i + 1}</kbd>}
              {option.about && <span className="option-about">{option.about}</span>}
            </label>
          </li>
        ))}
      </ul>
      <Buttons confirm={confirm} advice={advice} reset={() => setChosen([])} sending={sending} />
    </>
  );
}
