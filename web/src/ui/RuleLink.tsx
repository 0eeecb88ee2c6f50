/** A link into the rulebook. In a battle it opens beside the table; with a modifier key, or on its own, in the rules. */

import { createContext, type MouseEvent, type ReactNode, useContext } from "react";

export interface Rulebook {
  system: string;
  open: ((rule: string) => void) | null;
}

export const RulebookContext = createContext<Rulebook>({ system: "", open: null });

/** The rules' address. */
export const ruleAddress = (system: string, rule: string): string =>
  `/rules/${encodeURIComponent(system)}#${encodeURIComponent(rule)}`;

/** With children the link is these words; otherwise it is the rule's name, or in short a sign. */
export function RuleLink({
  rule,
  short = false,
  children,
}: {
  rule?: string | undefined;
  short?: boolean;
  children?: ReactNode;
}) {
  const { system, open } = useContext(RulebookContext);
  if (!rule) return <>{children}</>;
  const name = rule.startsWith(`${system}.`) ? rule.slice(system.length + 1) : rule;
  if (!system || !rule.startsWith(`${system}.`)) return children ? children : <code className="rule">{name}</code>;
  const click = (event: MouseEvent): void => {
    if (!open || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(rule);
  };
  return (
    <a
      className={children ? "rule-word" : `rule ${short ? "short" : ""}`}
      href={ruleAddress(system, rule)}
      onClick={click}
      title={`Rule ${rule}`}
      aria-label={short && !children ? `Rule ${name}` : undefined}
    >
      {children ? children : short ? "§" : name}
    </a>
  );
}
