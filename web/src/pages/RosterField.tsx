/** A side's own force: a ready one, a file, or pasted. */

import { useId } from "react";
import type { SystemCard } from "../wire";

export function RosterField({
  side,
  usual,
  system,
  text,
  setText,
}: {
  side: string;
  usual: string;
  system: SystemCard;
  text: string;
  setText: (text: string) => void;
}) {
  const id = useId();
  const ready = system.armies.find((army) => army.text === text)?.name ?? (text ? "own" : "");
  const choose = (name: string): void =>
    setText(name === "own" ? text || "\n" : (system.armies.find((army) => army.name === name)?.text ?? ""));
  return (
    <div className="roster-field">
      <label className="field" htmlFor={id}>
        <span>Force of {side}</span>
        <select id={id} value={ready} onChange={(event) => choose(event.target.value)}>
          <option value="">{usual ? `As the battle says: ${usual}` : "As the battle says"}</option>
          {system.armies.map((army) => (
            <option key={army.name} value={army.name}>
              {`${army.title} (${army.points})`}
            </option>
          ))}
          <option value="own">My own roster</option>
        </select>
      </label>
      {ready === "own" && (
        <>
          <textarea
            rows={8}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            aria-label={`Roster of ${side}`}
            placeholder="Paste a roster"
          />
          <label className="button file">
            Open a file
            <input
              type="file"
              accept=".yaml,.yml,.txt"
              onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
            />
          </label>
        </>
      )}
    </div>
  );
}
