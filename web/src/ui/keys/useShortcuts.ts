import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { shortcutsEnabled, onShortcutsEnabledChange } from "./key-switch";
import { pressedKey } from "./pressed-key";
import { shortcuts, type ShortcutName } from "./shortcuts";

/** Within how many milliseconds a second press of a key belongs to the first, as in a double click. */
const DOUBLE_PRESS_MS = 300;

/** The last press of a shortcut. It outlives the page that it leads away from. */
let lastPress = { key: "", at: 0 };

/** Returns whether keyboard shortcuts are enabled on this device. */
export const useShortcutsEnabled = () =>
  useSyncExternalStore(onShortcutsEnabledChange, shortcutsEnabled);

/** Handles shortcuts. They are ignored in inputs and while a dialog is open. */
export function useShortcuts(handlers: Partial<Record<ShortcutName, () => void>>): void {
  const isOn = useShortcutsEnabled();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = pressedKey(event);
    const shortcut = shortcuts.find((each) => each.key === key);
    const act = shortcut && handlers[shortcut.name];
    if (!act || event.defaultPrevented || isMeantForOthers(event)) return;
    // Otherwise the key would be typed into the field that it focuses.
    event.preventDefault();
    const isFirst = isFirstPress(key, event);
    if (isFirst || !("once" in shortcut)) act();
  });
  // With what it works on, not after it was painted: a quick key would go unheard.
  useLayoutEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOn]);
}

function isFirstPress(key: string, { repeat, timeStamp: at }: KeyboardEvent): boolean {
  const isDouble = key === lastPress.key && at - lastPress.at < DOUBLE_PRESS_MS;
  lastPress = { key, at };
  return !repeat && !isDouble;
}

function isMeantForOthers(event: KeyboardEvent) {
  const { ctrlKey, metaKey, altKey, isComposing, target } = event;
  // Windows reports AltGr, which some layouts need for a slash, as Ctrl and Alt.
  const isModified = (ctrlKey || altKey) && !event.getModifierState("AltGraph");
  if (isModified || metaKey || isComposing) return true;
  // A checkbox takes no letters.
  const field = "input:not([type=checkbox]), textarea, select, [contenteditable]";
  if (target instanceof Element && target.closest(field)) return true;
  return document.querySelector("dialog[open]") !== null;
}
