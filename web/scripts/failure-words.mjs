/**
 * Returns the messages of a failed build, each once, without the bundler's stack.
 * @param {unknown} cause
 */
export function failureWords(cause) {
  if (!(cause instanceof Error)) return String(cause);
  const { errors } = /** @type {{ errors?: readonly Error[] }} */ (cause);
  return [...new Set((errors ?? [cause]).map(({ message }) => message))].join("\n");
}
