/** A button with something to say: details that open beneath it and close with Escape or a click elsewhere. */

import { type ReactNode, useEffect, useRef, useState } from "react";

export function Popover({
  label,
  name,
  children,
  className = "",
}: {
  label: ReactNode;
  name?: string;
  children: (close: () => void) => ReactNode;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const frame = box.current!;
    const away = (event: Event): void => {
      if (!frame.contains(event.target as Node)) setOpen(false);
    };
    const shut = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    };
    addEventListener("pointerdown", away, true);
    addEventListener("keydown", shut);
    return () => {
      removeEventListener("pointerdown", away, true);
      removeEventListener("keydown", shut);
    };
  }, [open]);
  return (
    <div className={`popover ${className}`} ref={box}>
      <button ref={button} type="button" className="chip" aria-expanded={open} aria-label={name} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && <div className="popover-body">{children(() => setOpen(false))}</div>}
    </div>
  );
}
