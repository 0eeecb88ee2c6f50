/** A rule beside the table, without leaving the game. */

import { useEffect, useRef, useState } from "react";
import { rulebook } from "../api";
import { Link } from "../router";
import type { RuleCard } from "../wire";
import { Icon } from "./Icon";
import { ruleAddress } from "./RuleLink";
import { RuleText } from "./RuleText";

export function RuleDrawer({ system, rule, close }: { system: string; rule: string; close: () => void }) {
  const [card, setCard] = useState<RuleCard | null | "none">(null);
  const closer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let over = false;
    setCard(null);
    closer.current?.focus();
    rulebook(system).then(
      (cards) => !over && setCard(cards.find((one) => one.id === rule) ?? "none"),
      () => !over && setCard("none"),
    );
    return () => {
      over = true;
    };
  }, [system, rule]);
  return (
    <aside
      className="rule-drawer"
      aria-label="Rule"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        event.preventDefault();
        close();
      }}
    >
      <button ref={closer} type="button" className="icon close" onClick={close} aria-label="Close the rule">
        <Icon sign="close" />
      </button>
      {card === null && <p className="quiet">Looking it up…</p>}
      {card === "none" && <p>There is no rule {rule} in this catalogue.</p>}
      {card !== null && card !== "none" && <RuleText card={card} level={2} />}
      <p>
        <Link href={ruleAddress(system, rule)}>Open in the rulebook</Link>
      </p>
    </aside>
  );
}
