/** A short word of a card with what it means: a dotted line, and on pointing or focus the rule in a sentence. */

import { useId, useState } from "react";
import { RuleLink } from "./RuleLink";
import { summary, useRule } from "./RuleName";

const LONGEST = 180;

/** How a rule begins, to the end of a sentence. */
export function firstWords(text: string): string {
  if (text.length <= LONGEST) return text;
  const end = text.slice(0, LONGEST).lastIndexOf(". ");
  return end > 40 ? text.slice(0, end + 1) : `${text.slice(0, text.lastIndexOf(" ", LONGEST))} …`;
}

export function Term({ rule, word }: { rule?: string | undefined; word: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!rule) return <>{word}</>;
  return (
    <span
      role="group"
      className="term"
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
    >
      <RuleLink rule={rule}>{word}</RuleLink>
      {open && <Meaning id={id} rule={rule} />}
    </span>
  );
}

/** A text as pieces: words that have a rule of their own, each once and whole, and what stands between them. */
export function pieces(text: string, words: readonly (readonly [string, string])[]): { text: string; rule: string }[] {
  const found: { text: string; rule: string }[] = [];
  let left = text;
  for (const [word, rule] of words) {
    const at = [...left.matchAll(/[^,·\s]+(?: [^,·\s]+)*/g)]
      .flatMap(({ index, 0: part }) => whole(part, word).map((n) => index + n))
      .shift();
    if (at === undefined || !rule) continue;
    if (at > 0) found.push({ text: left.slice(0, at), rule: "" });
    found.push({ text: word, rule });
    left = left.slice(at + word.length);
  }
  return left ? [...found, { text: left, rule: "" }] : found;
}

/** Where a word stands in a part by itself. */
function whole(part: string, word: string): number[] {
  const at = ` ${part} `.indexOf(` ${word} `);
  return at < 0 ? [] : [at];
}

/** A text in which words are explained. */
export function Worded({ text, words = [] }: { text: string; words?: readonly (readonly [string, string])[] | undefined }) {
  return pieces(text, words).map((one, i) => <Term key={i} rule={one.rule || undefined} word={one.text} />);
}

function Meaning({ id, rule }: { id: string; rule: string }) {
  const card = useRule(rule);
  if (!card) return null;
  return (
    <span role="tooltip" id={id} className="term-text">
      <strong>{card.title}</strong> {firstWords(summary(card))}
    </span>
  );
}
