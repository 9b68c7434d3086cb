const WORDS =
  "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** Formats a count for running text: as a word up to twenty, in figures above. */
export function inWords(count: number): string {
  return WORDS[count] ?? String(count);
}

/** Formats a count for the start of a sentence. */
export function sentenceInWords(count: number): string {
  const words = inWords(count);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
