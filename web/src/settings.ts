/** What a person likes, kept in the browser: light or dark, how fast things happen, orders or single decisions. */

import { Store } from "./store";

export type Theme = "system" | "dark" | "light";
export type Speed = "slow" | "normal" | "fast" | "instant";
export const SPEEDS: readonly Speed[] = ["slow", "normal", "fast", "instant"];

const KEY = "littlewars.settings";

export interface Settings {
  theme: Theme;
  speed: Speed;
  chat: boolean;
  /** One order for a whole unit; otherwise everything is decided figure by figure. */
  orders: boolean;
  /** What one is called at tables; "": by one's side. */
  name: string;
  sound: boolean;
  /** 0 to 100. */
  volume: number;
  /** Six-sided dice show digits instead of pips. */
  digits: boolean;
  /** Tell by the browser when one is waited for and looks elsewhere. */
  notify: boolean;
  /** A word of advice in a first battle. */
  guide: boolean;
}

/** Storage may be forbidden in a browser; then nothing is remembered, and all else works. */
export function recall<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // no room, or not allowed
  }
}

export const calm = (): boolean => typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

const first: Settings = {
  theme: "system",
  speed: "normal",
  chat: false,
  orders: true,
  name: "",
  sound: false,
  volume: 60,
  digits: false,
  notify: false,
  guide: true,
};
export const settings = new Store<Settings>({
  ...first,
  ...(typeof localStorage === "undefined" ? {} : recall<Partial<Settings>>(KEY)),
});

export function setSettings(some: Partial<Settings>): void {
  settings.patch(some);
  remember(KEY, settings.get());
  paint();
}

/** The theme as an attribute of the page, for the style sheets. */
export function paint(): void {
  document.documentElement.dataset.theme = themeNow();
}

export function themeNow(): "dark" | "light" {
  const { theme } = settings.get();
  if (theme !== "system") return theme;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

/** Reduced motion always means that things are simply there. */
export const speedNow = (): Speed => settings.get().speed;
