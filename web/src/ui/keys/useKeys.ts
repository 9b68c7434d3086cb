import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { shortcutsEnabled, onShortcutsEnabledChange } from "./key-switch";

/** Whether single keys do something on this device. */
export const useShortcutsEnabled = () =>
  useSyncExternalStore(onShortcutsEnabledChange, shortcutsEnabled);

/** Has single keys do something, wherever the focus is but in a field. */
export function useKeys(keys: Record<string, () => void>): void {
  const isOn = useShortcutsEnabled();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || event.defaultPrevented || isMeantForOthers(event)) return;
    // It is not to be written into the field that it leads to.
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOn]);
}

function isMeantForOthers({ ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || isComposing) return true;
  const field = "input, textarea, select, [contenteditable]";
  if (target instanceof Element && target.closest(field)) return true;
  return document.querySelector("dialog[open]") !== null;
}
