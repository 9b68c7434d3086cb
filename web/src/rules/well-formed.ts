/**
 * Replaces each half of a surrogate pair by U+FFFD, as `String.prototype.toWellFormed`, which older
 * browsers lack. Old keyboards and cut texts leave halves of emojis.
 */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
