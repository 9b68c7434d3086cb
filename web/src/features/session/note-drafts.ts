import type { StaffRules } from "~/rules/load";
import { createEvent } from "~/state/create-store";
import { safeSessionStorage } from "~/state/safe-storage";

// Unsaved notes, by user and record. They survive a reload and an expired session. They are here, and not with the records,
// because signing in and out deletes them.

const KEY = "drafts";

/** The drafts, read from storage once and written through. */
const drafts = new Map(restore());

const change = createEvent();

/** Returns a user's draft, or an empty text. */
export function readNoteDraft(writer: string, about: string): string {
  return drafts.get(writer)?.get(about) ?? "";
}

/** Saves a draft. An empty text removes it. */
export function writeNoteDraft(writer: string, about: string, text: string): void {
  const own = drafts.get(writer) ?? new Map<string, string>();
  if (text) own.set(about, text);
  else own.delete(about);
  if (own.size > 0) drafts.set(writer, own);
  else drafts.delete(writer);
  store();
}

/**
 * Adds drafts without a user to this one's and deletes those of other users, so that nothing of a
 * former user remains.
 */
export function adoptNoteDrafts(writer: string): void {
  const unowned = drafts.get("") ?? [];
  for (const other of drafts.keys()) if (other !== writer) drafts.delete(other);
  for (const [about, text] of unowned) {
    const texts = [readNoteDraft(writer, about), text];
    writeNoteDraft(writer, about, texts.filter(Boolean).join("\n"));
  }
  store();
}

/**
 * Deletes the drafts of other users when one signs in, by the username as it was typed. Drafts
 * without a user are kept.
 */
export function keepNoteDraftsOf({ usernameKey }: StaffRules, username: string): void {
  const typed = usernameKey(username.trim());
  for (const writer of drafts.keys()) {
    if (writer && usernameKey(writer) !== typed) drafts.delete(writer);
  }
  store();
}

/** Deletes the drafts about a record with this text, which has been saved. One that was edited since is kept. */
export function deleteNoteDraft(about: string, text: string): void {
  for (const [writer, own] of Array.from(drafts))
    if (own.get(about) === text) writeNoteDraft(writer, about, "");
}

/** Deletes all drafts. */
export function clearNoteDrafts(): void {
  drafts.clear();
  store();
}

/** Registers a listener for changes. Returns a function that removes it. */
export const onNoteDraftsChange = change.subscribe;

function store() {
  change.emit();
  const kept = Array.from(drafts, ([writer, own]) => [writer, Array.from(own)]);
  if (kept.length === 0) safeSessionStorage.remove(KEY);
  else safeSessionStorage.set(KEY, JSON.stringify(kept));
}

function restore(): [string, Map<string, string>][] {
  try {
    const kept = (safeSessionStorage.getJson(KEY) ?? []) as [string, [string, string][]][];
    return kept.map(([writer, own]) => [writer, new Map(own)]);
  } catch {
    // The storage holds something else.
    return [];
  }
}
