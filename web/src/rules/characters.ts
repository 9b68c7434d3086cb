/** Counts as the rules do: Unicode characters, without white space at both ends. */
export function countCharacters(text: string): number {
  return Array.from(text.trim()).length;
}
