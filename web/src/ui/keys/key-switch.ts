const KEY = "keys";
const OFF = "off";

const listeners = new Set<() => void>();

/** What the browser does not keep lasts as long as the page. */
let on = attempt(() => localStorage.getItem(KEY)) !== OFF;

/** Whether single keys do something on this device. */
export const shortcutsEnabled = () => on;

/** Has single keys do something on this device, or nothing. */
export function setShortcutsEnabled(to: boolean): void {
  on = to;
  attempt(() => (to ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, OFF)));
  for (const tell of listeners) tell();
}

/** Tells when they are switched. */
export function onShortcutsEnabledChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
