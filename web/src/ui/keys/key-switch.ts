import { createEvent } from "~/state/create-store";
import { safeLocalStorage } from "~/state/safe-storage";

const KEY = "keys";
const OFF = "off";

const change = createEvent();

/** Returns whether keyboard shortcuts are enabled on this device. */
export const shortcutsEnabled = () => safeLocalStorage.get(KEY) !== OFF;

/** Registers a listener for changes of the setting, also by other tabs. Returns a function that removes it. */
export function onShortcutsEnabledChange(listener: () => void): () => void {
  const unsubscribe = change.subscribe(listener);
  addEventListener("storage", listener);
  return () => {
    unsubscribe();
    removeEventListener("storage", listener);
  };
}

/** Enables or disables keyboard shortcuts on this device. */
export function setShortcutsEnabled(to: boolean): void {
  if (to) safeLocalStorage.remove(KEY);
  else safeLocalStorage.set(KEY, OFF);
  change.emit();
}
