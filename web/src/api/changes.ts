import type { Resource } from "@rules/public.js";

type Listener = (resource: Resource) => void;

const listeners = new Set<Listener>();

/** Announces that a list has changed. A listener registry keeps the query library out of the public pages. */
export function emitChange(resource: Resource): void {
  for (const listener of listeners) listener(resource);
}

/** Registers a listener for changes of lists. */
export function onChange(listener: Listener): void {
  listeners.add(listener);
}
