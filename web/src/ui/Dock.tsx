/** Under the table: how a unit acts, whom it attacks, and the one button that means it. The button never moves: whoever has
 * something to confirm hands it in here. */

import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";
import { NudgePad } from "./NudgePad";

export interface Slots {
  main: HTMLElement | null;
  tools: HTMLElement | null;
  /** A line for the sheet of a phone: what is decided. */
  peek: HTMLElement | null;
}

export const DockContext = createContext<Slots>({ main: null, tools: null, peek: null });

export function Dock({
  setMain,
  setTools,
  idle,
}: {
  setMain: (at: HTMLElement | null) => void;
  setTools: (at: HTMLElement | null) => void;
  idle: string;
}) {
  return (
    <section className="dock" aria-label="Order">
      <div className="dock-tools" ref={setTools} />
      <NudgePad />
      <div className="dock-do">
        <div className="dock-main" ref={setMain} />
        <p className="dock-idle">{idle}</p>
      </div>
    </section>
  );
}

/** What belongs into the dock; where there is none it stands where it is written. */
export function InDock({ slot, children }: { slot: keyof Slots; children: ReactNode }) {
  const at = useContext(DockContext)[slot];
  return at ? createPortal(children, at) : children;
}

/** What is decided, in a line: seen where the rest is put away. */
export function Peek({ children }: { children: string }) {
  const at = useContext(DockContext).peek;
  return at && createPortal(children, at);
}

interface MainProps {
  /** A verb, and after a colon what it is about. */
  label: string;
  act: (() => void) | null;
  sending?: boolean;
}

/** The brass button: the same place, the same size, whatever is decided. */
export function MainButton({ label, act, sending = false }: MainProps) {
  const [verb = "", about = ""] = sending ? ["Sending…"] : label.split(/: (.*)/);
  return (
    <InDock slot="main">
      <button type="button" className="main do" disabled={!act || sending} onClick={() => act?.()}>
        <span className="do-words">
          <strong>{verb}</strong>
          {about && <span className="do-about">{about}</span>}
        </span>
        <kbd>Enter</kbd>
      </button>
    </InDock>
  );
}
