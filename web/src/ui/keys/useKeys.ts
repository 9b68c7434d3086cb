import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { shortcutsEnabled, onShortcutsEnabledChange } from "./key-switch";

/** Returns whether keyboard shortcuts are enabled on this device. */
export const useShortcutsEnabled = () =>
  useSyncExternalStore(onShortcutsEnabledChange, shortcutsEnabled);

/** Registers single-key shortcuts. They are ignored in inputs and while a dialog is open. */
export function useKeys(keys: Record<string, () => void>): void {
  const isOn = useShortcutsEnabled();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || event.defaultPrevented || isMeantForOthers(event)) return;
    // Otherwise the key would be typed into the field that it focuses.
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
