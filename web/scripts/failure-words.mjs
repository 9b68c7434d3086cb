/**
 * What is said of a build that failed, each sentence once: what went wrong by the words of whoever noticed, without
 * the stack that the bundler puts below them.
 * @param {unknown} cause
 */
export function failureWords(cause) {
  if (!(cause instanceof Error)) return String(cause);
  const { errors } = /** @type {{ errors?: readonly Error[] }} */ (cause);
  return [...new Set((errors ?? [cause]).map(({ message }) => message))].join("\n");
}
