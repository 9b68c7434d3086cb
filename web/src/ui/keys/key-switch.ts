const KEY = "keys";
const OFF = "off";

const listeners = new Set<() => void>();

/** The setting, if storage refuses it. Lasts as long as the page. */
let on = attempt(() => localStorage.getItem(KEY)) !== OFF;

/** Returns whether keyboard shortcuts are enabled on this device. */
export const shortcutsEnabled = () => on;

/** Enables or disables keyboard shortcuts on this device. */
export function setShortcutsEnabled(to: boolean): void {
  on = to;
  attempt(() => (to ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, OFF)));
  for (const listener of listeners) listener();
}

/** Registers a listener for changes of the setting. */
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
