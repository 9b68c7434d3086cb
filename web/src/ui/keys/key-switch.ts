import { createStore } from "~/state/create-store";
import { safeLocalStorage } from "~/state/safe-storage";

const KEY = "keys";
const OFF = "off";

const enabled = createStore(safeLocalStorage.get(KEY) !== OFF);

/** Returns whether keyboard shortcuts are enabled on this device. */
export const shortcutsEnabled = enabled.get;

/** Registers a listener for changes of the setting. */
export const onShortcutsEnabledChange = enabled.subscribe;

/** Enables or disables keyboard shortcuts on this device. */
export function setShortcutsEnabled(to: boolean): void {
  if (to) safeLocalStorage.remove(KEY);
  else safeLocalStorage.set(KEY, OFF);
  enabled.set(to);
}
