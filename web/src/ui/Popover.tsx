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
    const away = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", away, true);
    return () => removeEventListener("pointerdown", away, true);
  }, [open]);
  return (
    <div
      className={`popover ${className}`}
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button ref={button} type="button" className="chip" aria-expanded={open} aria-label={name} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && <div className="popover-body">{children(() => setOpen(false))}</div>}
    </div>
  );
}
