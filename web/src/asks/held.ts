/** Keys that mean something for as long as they are held, or until they are pressed again. */

import { useEffect, useState } from "react";
import { isFree } from "./tools";

/** Is this key held down, outside of any field? */
export function useHeld(key: string): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === key && !event.ctrlKey && !event.metaKey && isFree(event)) setHeld(true);
    };
    const release = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === key) setHeld(false);
    };
    const leave = (): void => setHeld(false);
    addEventListener("keydown", press);
    addEventListener("keyup", release);
    addEventListener("blur", leave);
    return () => {
      removeEventListener("keydown", press);
      removeEventListener("keyup", release);
      removeEventListener("blur", leave);
    };
  }, [key]);
  return held;
}

/** Is something switched on by this key? */
export function useToggled(key: string): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === key && !event.repeat && isFree(event)) setOn((was) => !was);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [key]);
  return on;
}
