/** The buttons under every decision. */

import type { ReactNode } from "react";
import { MainButton } from "../ui/Dock";
import { type Advice, useKeys } from "./tools";

interface Props {
  confirm: (() => void) | null;
  label?: string;
  advice: Advice;
  reset?: (() => void) | null;
  sending: boolean;
  children?: ReactNode;
}

export function Buttons({ confirm, label = "Confirm", advice, reset, sending, children }: Props) {
  useKeys((event) => {
    if (event.key.toLowerCase() !== "u") return false;
    void advice.ask();
    return true;
  });
  return (
    <>
      <p className="advice quiet" aria-live="polite">
        {advice.note}
      </p>
      <div className="buttons">
        <MainButton label={label} act={confirm} sending={sending} />
        <button
          type="button"
          onClick={() => void advice.ask()}
          disabled={sending || advice.thinking}
          title="What a good player would do here; you may change it before you confirm"
        >
          {advice.thinking ? "Thinking…" : "Suggest"} <kbd>U</kbd>
        </button>
        {reset && (
          <button type="button" onClick={reset} disabled={sending}>
            Reset <kbd>Esc</kbd>
          </button>
        )}
        {children}
      </div>
    </>
  );
}
