// Notes that were typed and are not stored yet, by their writer and by what they are about. They
// outlast a reload and a sign-in that ends in the middle, and go when their writer signs out.

const KEY = "drafts";

/** Read once; what is kept in the browser follows it. */
const drafts = new Map(restore());

const listeners = new Set<() => void>();

/** The draft of a writer; empty where there is none. */
export function readDraft(writer: string, about: string): string {
  return drafts.get(writer)?.get(about) ?? "";
}

/** Keeps what has been typed so far; an empty text needs no keeping. */
export function writeDraft(writer: string, about: string, text: string): void {
  const own = drafts.get(writer) ?? new Map<string, string>();
  if (text) own.set(about, text);
  else own.delete(about);
  if (own.size > 0) drafts.set(writer, own);
  else drafts.delete(writer);
  store();
}

/**
 * Takes over what was typed before it was known by whom, and forgets what anybody else has typed: nothing of a
 * former user remains for the next one.
 */
export function adoptDraft(writer: string, about: string): void {
  const unsigned = readDraft("", about);
  for (const other of drafts.keys()) if (other !== writer) drafts.delete(other);
  writeDraft(writer, about, unsigned || readDraft(writer, about));
}

/**
 * Removes the drafts of everybody but the one who signs in, by the username as it was typed. What was typed
 * before its writer was known stays.
 */
export function keepDraftsOf(username: string): void {
  const typed = username.trim().toLowerCase();
  for (const writer of drafts.keys()) {
    if (writer && writer.toLowerCase() !== typed) drafts.delete(writer);
  }
  store();
}

/** Forgets what was typed about something, by whomever: it has been stored, or is not wanted any more. */
export function forgetDraft(about: string): void {
  for (const writer of Array.from(drafts.keys())) writeDraft(writer, about, "");
}

/** Forgets every draft. */
export function clearDrafts(): void {
  drafts.clear();
  store();
}

/** Calls back on every change from now on. Returns what ends that. */
export function onDraftsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function store() {
  for (const listener of listeners) listener();
  try {
    if (drafts.size === 0) sessionStorage.removeItem(KEY);
    else {
      const kept = Array.from(drafts, ([writer, own]) => [writer, Array.from(own)]);
      sessionStorage.setItem(KEY, JSON.stringify(kept));
    }
  } catch {
    // What the browser does not keep lasts as long as the page.
  }
}

function restore(): [string, Map<string, string>][] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as [string, [string, string][]][];
    return kept.map(([writer, own]) => [writer, new Map(own)]);
  } catch {
    return [];
  }
}
