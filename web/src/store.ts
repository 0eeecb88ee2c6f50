/** A value that tells whoever listens when it is replaced: the part of the page that is not React. */

import { useSyncExternalStore } from "react";

export class Store<T> {
  private listeners = new Set<() => void>();

  constructor(private value: T) {}

  get = (): T => this.value;

  set = (value: T): void => {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener();
  };

  /** Replace some fields of an object. */
  patch = (some: Partial<T>): void => this.set({ ...this.value, ...some });

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Only a part of it: whoever needs no more is not drawn anew when the rest changes. `pick` must not make anything new. */
export function useSlice<T, S>(store: Store<T>, pick: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}
