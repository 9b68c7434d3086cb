import { readFileSync } from "node:fs";
import type { Client } from "pg";

/** All that visitors and staff have sent, by which records are found, or that opens a door. */
const STORED = `
  SELECT unnest(ARRAY[slug, full_name, email]) FROM submissions
  UNION SELECT unnest(ARRAY[referral, message]) FROM consultations
  UNION SELECT unnest(ARRAY[cover_letter, cv_name]) FROM applications
  UNION SELECT unnest(ARRAY[username, email, password_hash]) FROM admins
  UNION SELECT key FROM idempotency_keys`;

/** Tokens, and what signs a link to a CV. */
const MADE = /eyJ[\w-]{8,}|bearer |signature=/i;

/** Shorter texts are words that a log may hold anyway. */
const TELLING = 8;

/** What a server logged of people or secrets, which should be nothing; it has to be called before the database goes. */
export async function leaks(log: string, secrets: string[], database: Client): Promise<string[]> {
  const text = readFileSync(log, "utf8");
  const { rows } = await database.query<(string | null)[]>({ text: STORED, rowMode: "array" });
  const stored = rows.flat().filter((value) => value !== null);
  const found = [...secrets, ...stored].filter(
    // As the log would write it, and as the driver of the database would.
    (value) =>
      value.length >= TELLING &&
      (text.includes(JSON.stringify(value).slice(1, -1)) ||
        text.includes([...Buffer.from(value)].join(", "))),
  );
  return [...found, ...(MADE.exec(text) ?? [])];
}
