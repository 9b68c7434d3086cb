import { safeSessionStorage } from "~/state/safe-storage";

// Drafts of visitors' forms. They stay in the `sessionStorage` of their tab and are never sent.

/** Milliseconds for which a draft is kept. */
const DRAFT_LIFETIME = 24 * 60 * 60 * 1000;

/** Texts by the names of their fields. */
export type FormDraft = Readonly<Record<string, string>>;

const storageKey = (key: string) => `form-draft:${key}`;

/** Returns the texts of a draft that belong to `fields` and are not blank; undefined without any. */
export function readFormDraft(key: string, fields: readonly string[]): FormDraft | undefined {
  try {
    const stored: unknown = JSON.parse(safeSessionStorage.get(storageKey(key)) ?? "null");
    const { savedAt, texts } = Object(stored) as Record<string, unknown>;
    const isFresh = typeof savedAt === "number" && Math.abs(Date.now() - savedAt) < DRAFT_LIFETIME;
    if (!isFresh) {
      deleteFormDraft(key);
      return undefined;
    }
    const known = Object.entries(Object(texts) as Record<string, unknown>).filter(
      (entry): entry is [string, string] =>
        fields.includes(entry[0]) && typeof entry[1] === "string" && entry[1].trim() !== "",
    );
    return known.length > 0 ? Object.fromEntries(known) : undefined;
  } catch {
    // The storage holds something else.
    return undefined;
  }
}

/** Stores a draft; deletes it when it is empty. */
export function writeFormDraft(key: string, texts: FormDraft): void {
  if (Object.keys(texts).length === 0) return deleteFormDraft(key);
  safeSessionStorage.set(storageKey(key), JSON.stringify({ savedAt: Date.now(), texts }));
}

/** Deletes a draft. */
export function deleteFormDraft(key: string): void {
  safeSessionStorage.remove(storageKey(key));
}
