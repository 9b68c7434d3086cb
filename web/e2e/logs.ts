import { readFileSync } from "node:fs";
import type { Client } from "pg";

/** Everything that visitors and staff have sent, identifiers of records, and secrets. */
const STORED_TEXTS = `
  SELECT unnest(ARRAY[slug, full_name, email]) FROM submissions
  UNION SELECT unnest(ARRAY[referral, message]) FROM consultations
  UNION SELECT unnest(ARRAY[cover_letter, cv_name]) FROM applications
  UNION SELECT unnest(ARRAY[username, email, password_hash]) FROM admins
  UNION SELECT key FROM idempotency_keys`;

/** Tokens and signatures of links to exports. */
const TOKENS = /eyJ[\w-]{8,}|bearer |signature=/i;

/** Shorter texts are common words, which a log may contain. */
const MIN_LENGTH = 8;

/**
 * Returns the personal data and secrets in a server's log, which must be empty. Call it before the
 * database is dropped.
 */
export async function findLeaks(
  log: string,
  secrets: string[],
  database: Client,
): Promise<string[]> {
  const text = readFileSync(log, "utf8");
  const { rows } = await database.query<(string | null)[]>({
    text: STORED_TEXTS,
    rowMode: "array",
  });
  const stored = rows.flat().filter((value) => value !== null);
  const found = [...secrets, ...stored].filter(
    // Both as JSON escapes it and as the database driver does.
    (value) =>
      value.length >= MIN_LENGTH &&
      (text.includes(JSON.stringify(value).slice(1, -1)) ||
        text.includes([...Buffer.from(value)].join(", "))),
  );
  return [...found, ...(TOKENS.exec(text) ?? [])];
}
