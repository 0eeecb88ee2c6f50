/** A short word of a card with what it means: a dotted line, and on pointing or focus the rule in a sentence. */

import { useId, useState } from "react";
import { RuleLink } from "./RuleLink";
import { useRule } from "./RuleName";

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

function Meaning({ id, rule }: { id: string; rule: string }) {
  const card = useRule(rule);
  if (!card) return null;
  return (
    <span role="tooltip" id={id} className="term-text">
      <strong>{card.title}</strong> {firstWords(card.rule)}
    </span>
  );
}
