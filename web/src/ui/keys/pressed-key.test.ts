import { expect, test } from "vitest";
import { pressedKey } from "./pressed-key";

const typed = (key: string, code: string, shiftKey = false) => pressedKey({ key, code, shiftKey });

test.each([
  ["j", "KeyJ", false, "j"],
  ["J", "KeyJ", false, "j"],
  ["J", "KeyJ", true, "J"],
  ["x", "KeyX", true, "X"],
  ["X", "KeyX", true, "X"],
])("ignores Caps Lock, but not Shift: %s %s, Shift %s", (key, code, shiftKey, shortcut) => {
  expect(typed(key, code, shiftKey)).toBe(shortcut);
});

test.each([
  ["AZERTY", "m", "Semicolon", false, "m"],
  ["AZERTY", "?", "KeyM", true, "?"],
  ["AZERTY", "/", "Period", true, "/"],
  ["AZERTY", "!", "Slash", false, "!"],
  ["AZERTY", "1", "Digit1", true, "1"],
  ["QWERTZ", "z", "KeyY", false, "z"],
  ["QWERTZ", "/", "Digit7", true, "/"],
  ["QWERTZ", "?", "Minus", true, "?"],
  ["Dvorak", "e", "KeyD", false, "e"],
  ["Dvorak", "s", "Semicolon", false, "s"],
  ["Dvorak", "/", "BracketLeft", false, "/"],
  ["Czech", "š", "Digit3", false, "š"],
  ["Russian", "?", "Digit7", true, "?"],
  ["Russian", "/", "Backslash", true, "/"],
  ["Hebrew", "/", "KeyQ", false, "/"],
])("follows the layout: %s %s", (_, key, code, shiftKey, shortcut) => {
  expect(typed(key, code, shiftKey)).toBe(shortcut);
});

test.each([
  ["Russian", "о", "KeyJ", false, "j"],
  ["Russian with Caps Lock", "О", "KeyJ", false, "j"],
  ["Russian", "Ч", "KeyX", true, "X"],
  ["Greek", "ξ", "KeyJ", false, "j"],
  ["Greek", "ε", "KeyE", false, "e"],
  ["Arabic", "ت", "KeyJ", false, "j"],
  ["Arabic, two characters of one key", "لا", "KeyB", false, "b"],
  ["Arabic", "ظ", "Slash", false, "/"],
  ["Arabic", "؟", "Slash", true, "?"],
  ["Hebrew", "ח", "KeyJ", false, "j"],
  ["Thai, a mark", "่", "KeyJ", false, "j"],
  ["Korean", "ㅓ", "KeyJ", false, "j"],
  ["Georgian", "ჯ", "KeyJ", false, "j"],
])("follows the place of a key that types no Latin letter: %s %s", (...press) => {
  const [, key, code, shiftKey, shortcut] = press;
  expect(typed(key, code, shiftKey)).toBe(shortcut);
});

test.each(["Enter", "Process", "Dead", "Unidentified", "Shift", " "])(
  "leaves other keys as they are: %s",
  (key) => {
    expect(typed(key, "KeyJ")).toBe(key);
  },
);
