/** Rosters: open a ready army or one's own, change it, see at once what is wrong, by rule and line. */

import { useEffect, useRef, useState } from "react";
import { checkRoster, saveFile, systems, Trouble } from "../api";
import { go } from "../router";
import { RulebookContext, RuleLink } from "../ui/RuleLink";
import type { Fault, RosterReport, SystemCard } from "../wire";
import { some } from "../words";
import { takenRoster } from "./openFile";
import { Page } from "./Page";
import { RosterBuilder } from "./RosterBuilder";

const PAUSE = 600;
const AGAIN = 4000; // after having been too fast

export function Rosters() {
  const [shelf, setShelf] = useState<SystemCard[]>([]);
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [report, setReport] = useState<RosterReport | null>(null);
  const [trouble, setTrouble] = useState("");
  const [asText, setAsText] = useState(false);
  const card = shelf.find((one) => one.name === name) ?? shelf[0];
  useEffect(() => {
    document.title = "Rosters – Little Wars";
    systems().then(setShelf, (error: unknown) => setTrouble(String(error)));
  }, []);
  useEffect(() => {
    if (!text.trim() || !card) return setReport(null);
    let over = false;
    let timer = 0;
    const check = (): void => {
      checkRoster(card.name, text).then(
        (found) => {
          if (over) return;
          setReport(found);
          setTrouble("");
        },
        (error: unknown) => {
          if (over) return;
          const hasty = error instanceof Trouble && error.problem.status === 429;
          setTrouble(
            hasty
              ? "The server has had enough for the moment. Checking again…"
              : error instanceof Trouble
                ? error.message
                : String(error),
          );
          if (hasty) timer = window.setTimeout(check, AGAIN);
        },
      );
    };
    timer = window.setTimeout(check, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [text, card]);
  const change = (to: string): void => {
    setName(to);
    setText(""); // a roster is of one rulebook
  };
  const use = (): void => {
    Object.assign(takenRoster, { system: card!.name, name: report?.name ?? "", text });
    go("/");
  };
  return (
    <Page at="roster">
      <RulebookContext.Provider value={{ system: card?.name ?? "", open: null }}>
        <h1>Rosters</h1>
        <div className="roster-tools">
          {shelf.length > 1 && (
            <label className="field inline">
              <span>Rulebook</span>
              <select value={card?.name ?? ""} onChange={(event) => change(event.target.value)}>
                {shelf.map((one) => (
                  <option key={one.name} value={one.name}>
                    {one.title}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label className="field inline">
            <span>Ready army</span>
            <select
              value=""
              onChange={(event) => setText(card?.armies.find((army) => army.name === event.target.value)?.text ?? "")}
            >
              <option value="" disabled>
                Open…
              </option>
              {(card?.armies ?? []).map((army) => (
                <option key={army.name} value={army.name}>
                  {`${army.title} (${army.points})`}
                </option>
              ))}
            </select>
          </label>
          <label className="button file">
            Open a file
            <input
              type="file"
              accept=".yaml,.yml,.txt"
              onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
            />
          </label>
          <button type="button" disabled={!text.trim()} onClick={() => saveFile("roster.yaml", text, "text/yaml")}>
            Save
          </button>
          <button type="button" className="main" disabled={!report || report.faults.length > 0} onClick={use}>
            Use it in a battle
          </button>
        </div>
        {trouble && (
          <p className="banner warn" role="alert">
            {trouble}
          </p>
        )}
        <div className="roster">
          <div className="roster-edit">
            <div className="segments" role="group" aria-label="How to edit">
              <button type="button" aria-pressed={!asText} onClick={() => setAsText(false)}>
                Build
              </button>
              <button type="button" aria-pressed={asText} onClick={() => setAsText(true)}>
                Text
              </button>
            </div>
            {asText ? (
              <Editor text={text} setText={setText} faults={report?.faults ?? []} />
            ) : (
              <RosterBuilder armies={card?.armies ?? []} text={text} setText={setText} />
            )}
          </div>
          <Report report={report} empty={!text.trim()} />
        </div>
      </RulebookContext.Provider>
    </Page>
  );
}

/** The text with the numbers of its lines; those with a fault are marked. */
function Editor({ text, setText, faults }: { text: string; setText: (text: string) => void; faults: readonly Fault[] }) {
  const gutter = useRef<HTMLDivElement>(null);
  const wrong = new Set(faults.map((fault) => fault.line));
  return (
    <div className="editor">
      <div className="gutter" ref={gutter} aria-hidden="true">
        {text.split("\n").map((_, i) => (
          <div key={i} className={wrong.has(i + 1) ? "wrong" : ""}>
            {i + 1}
          </div>
        ))}
      </div>
      <textarea
        value={text}
        wrap="off"
        spellCheck={false}
        aria-label="Roster"
        placeholder="Paste a roster here, or open a ready army"
        onChange={(event) => setText(event.target.value)}
        onScroll={(event) => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

function Verdict({ report }: { report: RosterReport }) {
  if (report.faults.length) return <span className="bad">{some(report.faults.length, "fault")}</span>;
  return <span className="good">It may be played.</span>;
}

function Report({ report, empty }: { report: RosterReport | null; empty: boolean }) {
  if (!report)
    return (
      <section className="panel report">
        {
          <p className="quiet">
            {empty ? "What is wrong with a roster stands here, with its rule and its line." : "Checking…"}
          </p>
        }
      </section>
    );
  return (
    <section className="panel report" aria-label="What the check found" aria-live="polite">
      <h2>{report.name || "This roster"}</h2>
      <p>
        <strong>{report.total}</strong>
        {report.limit ? ` of ${report.limit}` : ""} points. <Verdict report={report} />
      </p>
      {report.advice.length > 0 && (
        <ul className="faults advice">
          {report.advice.map((one, i) => (
            <li key={i}>
              <strong>{one.line ? `Line ${one.line}` : "Roster"}</strong> {`Advice: ${one.text}. `}
              <RuleLink rule={one.rule} />
            </li>
          ))}
        </ul>
      )}
      <ul className="faults">
        {report.faults.map((fault, i) => (
          <li key={i}>
            <strong>{fault.line ? `Line ${fault.line}` : "Roster"}</strong> {fault.text} <RuleLink rule={fault.rule} />
          </li>
        ))}
      </ul>
      {report.bill.length > 0 && (
        <table className="bill">
          <tbody>
            {report.bill.map((line, i) => (
              <tr key={i} className={`depth-${line.depth ?? 0}`}>
                <td>
                  {line.text} <RuleLink rule={line.rule} short />
                </td>
                <td>{line.points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
