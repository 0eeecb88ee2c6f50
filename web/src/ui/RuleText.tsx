/** One rule of a catalogue; what is our ruling is marked as ours. */

import type { RuleCard } from "../wire";

/** A table of a rule: lists of lists, lists of records or plain values. */
function Data({ value }: { value: unknown }) {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) {
    return (
      <table className="rule-data">
        <tbody>
          {value.map((row, i) => (
            <tr key={i}>
              {cells(row).map((cell, j) => (
                <td key={j}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  if (typeof value === "object") {
    return (
      <table className="rule-data">
        <tbody>
          {Object.entries(value as Record<string, unknown>).map(([name, one]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{plain(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  return <p>{plain(value)}</p>;
}

const plain = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : Array.isArray(value)
      ? value.map(plain).join(", ")
      : typeof value === "object"
        ? Object.entries(value)
            .map(([name, one]) => `${name}: ${plain(one)}`)
            .join(", ")
        : String(value);

const cells = (row: unknown): string[] =>
  Array.isArray(row)
    ? row.map(plain)
    : row !== null && typeof row === "object"
      ? Object.entries(row).map(([name, one]) => `${name}: ${plain(one)}`)
      : [plain(row)];

/** Whose words a rule is. */
const BASES: Record<Exclude<NonNullable<RuleCard["basis"]>, "">, string> = {
  text: "the book's text",
  mixed: "text and ruling",
  ruling: "our ruling",
};

export function RuleText({ card, level }: { card: RuleCard; level: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className="rule-text">
      <Heading>{card.title}</Heading>
      <p className="quiet">
        <code>{card.id}</code>
        {card.optional && <span className="tag">optional</span>}
        {card.basis && <span className={`tag ${card.basis === "text" ? "" : "ours"}`}>{BASES[card.basis]}</span>}
      </p>
      <p className="prose">{card.rule}</p>
      {card.ruling && (
        <div className="ruling">
          <span className="tag ours">our ruling</span>
          <p className="prose">{card.ruling}</p>
        </div>
      )}
      <Data value={card.table as unknown} />
    </article>
  );
}
