import type { Resource } from "@rules/public.js";

type Listener = (resource: Resource) => void;

const listeners = new Set<Listener>();

/**
 * Tells whoever holds lists that one has changed. A visitor has none, and the public pages do
 * without the library that keeps them.
 */
export function emitChange(resource: Resource): void {
  for (const listener of listeners) listener(resource);
}

/** Hears of every change from now on. */
export function onChange(listener: Listener): void {
  listeners.add(listener);
}
