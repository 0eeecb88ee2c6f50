/** The buttons under every decision. */

import type { ReactNode } from "react";
import { useKeys } from "./tools";

interface Props {
  confirm: (() => void) | null;
  label?: string;
  usual: () => Promise<void> | void;
  reset?: (() => void) | null;
  sending: boolean;
  children?: ReactNode;
}

export function Buttons({ confirm, label = "Confirm", usual, reset, sending, children }: Props) {
  useKeys((event) => {
    if (event.key.toLowerCase() !== "u") return false;
    void usual();
    return true;
  });
  return (
    <div className="buttons">
      {label && (
        <button type="button" className="main" disabled={!confirm || sending} onClick={() => confirm?.()}>
          {sending ? "Sending…" : label} <kbd>Enter</kbd>
        </button>
      )}
      <button type="button" onClick={() => void usual()} disabled={sending} title="What a sensible player would usually do">
        Usual <kbd>U</kbd>
      </button>
      {reset && (
        <button type="button" onClick={reset} disabled={sending}>
          Reset <kbd>Esc</kbd>
        </button>
      )}
      {children}
    </div>
  );
}
