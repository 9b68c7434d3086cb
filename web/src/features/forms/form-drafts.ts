import { createStore } from "~/state/create-store";
import { safeSessionStorage } from "~/state/safe-storage";

// Drafts of visitors' forms. They stay in the `sessionStorage` of their tab and are never sent.

/** Milliseconds for which a draft is kept. */
const DRAFT_LIFETIME = 24 * 60 * 60 * 1000;

/** Texts by the names of their fields. */
export type FormDraft = Readonly<Record<string, string>>;

/** The keys of the drafts whose forms are being sent, maybe from a page that was left. */
export const sendingDrafts = createStore<readonly string[]>([]);

const storageKey = (key: string) => `form-draft:${key}`;

/** Returns the texts of a draft that belong to `fields` and are not blank; undefined without any. */
export function readFormDraft(key: string, fields: readonly string[]): FormDraft | undefined {
  const known = Object.entries(storedTexts(key)).filter(([name]) => fields.includes(name));
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** Stores a draft; deletes it when it is empty. */
export function writeFormDraft(key: string, texts: FormDraft): void {
  if (Object.keys(texts).length === 0) safeSessionStorage.remove(storageKey(key));
  else safeSessionStorage.set(storageKey(key), JSON.stringify({ savedAt: Date.now(), texts }));
}

/**
 * Returns two drafts of a form as one: what was typed last, but a letter does not replace a message.
 */
export function joinFormDrafts(
  { elements }: HTMLFormElement,
  former: FormDraft,
  typed: FormDraft,
): FormDraft {
  const longer = Object.entries(former).filter(
    ([name, text]) =>
      elements.namedItem(name) instanceof HTMLTextAreaElement &&
      text.length > (typed[name] ?? "").length,
  );
  return { ...former, ...typed, ...Object.fromEntries(longer) };
}

const askToStay = (event: Event) => event.preventDefault();

/**
 * Marks a draft as being sent, so that it is not offered as unsent, and lets the browser ask before
 * the document is left: that could cancel the request. Returns a function for the end:
 * a draft that was sent is deleted, and what was typed since stays. One that was not sent is kept
 * along with that.
 */
export function beginSending(key: string, form: HTMLFormElement): (isSent: boolean) => void {
  const sent = storedTexts(key);
  addEventListener("beforeunload", askToStay);
  sendingDrafts.set([...sendingDrafts.get(), key]);
  return (isSent) => {
    const current = storedTexts(key);
    if (!isSent) writeFormDraft(key, joinFormDrafts(form, sent, current));
    else if (JSON.stringify(current) === JSON.stringify(sent)) writeFormDraft(key, {});
    const [...others] = sendingDrafts.get();
    others.splice(others.indexOf(key), 1);
    sendingDrafts.set(others);
    if (others.length === 0) removeEventListener("beforeunload", askToStay);
  };
}

/** Returns the stored texts that are not blank. Deletes a draft that is too old. */
function storedTexts(key: string): FormDraft {
  const stored = Object(safeSessionStorage.getJson(storageKey(key))) as Record<string, unknown>;
  const { savedAt, texts } = stored;
  if (typeof savedAt !== "number" || Math.abs(Date.now() - savedAt) >= DRAFT_LIFETIME) {
    writeFormDraft(key, {});
    return {};
  }
  return Object.fromEntries(
    Object.entries(Object(texts) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].trim() !== "",
    ),
  );
}
