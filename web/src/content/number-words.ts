const WORDS =
  "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** A count as running text has it: a word up to twenty, figures above. */
export function inWords(count: number): string {
  return WORDS[count] ?? String(count);
}

/** The same at the beginning of a sentence. */
export function sentenceInWords(count: number): string {
  const words = inWords(count);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
