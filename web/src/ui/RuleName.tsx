/** A rule by its title, where the catalogue has one. */

import { useContext, useEffect, useState } from "react";
import { rulebook } from "../api";
import type { RuleCard } from "../wire";
import { RulebookContext, RuleLink } from "./RuleLink";

/** The card of a rule, once the catalogue is there. */
export function useRule(rule: string): RuleCard | null {
  const { system } = useContext(RulebookContext);
  const [card, setCard] = useState<RuleCard | null>(null);
  useEffect(() => {
    let over = false;
    setCard(null);
    if (!system || !rule) return undefined;
    rulebook(system).then(
      (cards) => !over && setCard(cards.find((one) => one.id === rule) ?? null),
      () => undefined, // without the catalogue its id must do
    );
    return () => {
      over = true;
    };
  }, [system, rule]);
  return card;
}

/** How a rule begins: where the book is silent our ruling speaks; the ids of other rules are for the rules page. */
export function summary({ rule, ruling, basis }: RuleCard): string {
  const words = ruling && basis === "ruling" ? ruling : rule;
  return words.replace(/ ?\((see )?[a-z0-9-]+(\.[a-z0-9-]+)+\)/g, "");
}

/** A link that says what the rule is about; with `text` also how it begins. */
export function RuleName({ rule, text = false }: { rule: string; text?: boolean }) {
  const card = useRule(rule);
  if (!card) return <RuleLink rule={rule} />;
  return (
    <>
      <RuleLink rule={rule}>{card.title}</RuleLink>
      {text && <span className="rule-summary">{summary(card)}</span>}
    </>
  );
}
