/** A key press, as browsers report it. */
type KeyPress = Pick<KeyboardEvent, "key" | "code" | "shiftKey">;

/** What other keys than letters type on a US keyboard, without and with Shift. */
const SIGNS: Partial<Record<string, readonly [string, string]>> = {
  Slash: ["/", "?"],
  Digit1: ["1", "!"],
};

/**
 * Returns the shortcut of a key press: what the key types, so that shortcuts follow the layout. A
 * letter is upper case only with Shift, whatever Caps Lock does. On a layout without Latin letters,
 * returns what the key types on a US keyboard.
 *
 * Libraries of shortcuts compare one of both: what is typed, and an admin with a Russian or Arabic
 * layout has no shortcuts; or the place of the key, and one with a French or Dvorak keyboard has the
 * wrong ones.
 */
export function pressedKey({ key, code, shiftKey }: KeyPress): string {
  if (!isForeign(key)) return isLatin(key) ? withCase(key, shiftKey) : key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter) return withCase(letter, shiftKey);
  return SIGNS[code]?.[shiftKey ? 1 : 0] ?? key;
}

const withCase = (letter: string, isUpper: boolean) =>
  isUpper ? letter.toUpperCase() : letter.toLowerCase();

const isLatin = (key: string) => /^\p{Script=Latin}$/u.test(key);

/** Returns whether a key types something of another script. Names of keys such as "Enter" and "Dead" are ASCII. */
const isForeign = (key: string) => /[^\p{ASCII}\p{Script=Latin}]/u.test(key);
