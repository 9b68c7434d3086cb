import { useEffect, useSyncExternalStore } from "react";
import { adoptDraft, onDraftsChange, readDraft, writeDraft } from "../../../session/drafts";

/**
 * Returns the draft of a text, and a function that changes it.
 *
 * @param writer The username of the writer; empty until it is known.
 * @param about Identifies the record.
 */
export function useDraft(writer: string, about: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    onDraftsChange,
    // Text that was typed before the writer was known belongs to the writer.
    () => readDraft("", about) || readDraft(writer, about),
  );
  useEffect(() => {
    if (writer) adoptDraft(writer, about);
  }, [writer, about]);
  return [text, (next) => writeDraft(writer, about, next)];
}
