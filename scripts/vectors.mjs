// Reads the test cases of the rules.
import { readFileSync } from "node:fs";

export const vectors = JSON.parse(readFileSync(new URL("../core/tests/vectors.json", import.meta.url), "utf8"));

/** Returns the text of a case, which is a text, a repeated piece, or a sequence of parts. */
export function writtenOut(text) {
  if (text === null || typeof text === "string") return text;
  return Array.isArray(text) ? text.map(writtenOut).join("") : text.repeat[0].repeat(text.repeat[1]);
}
