import { useEffect, useSyncExternalStore } from "react";
import {
  adoptNoteDraft,
  onNoteDraftsChange,
  readNoteDraft,
  writeNoteDraft,
} from "~/features/session/note-drafts";

/**
 * Returns the draft of a text, and a function that changes it.
 *
 * @param writer The username of the writer; empty until it is known.
 * @param about Identifies the record.
 */
export function useNoteDraft(writer: string, about: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    onNoteDraftsChange,
    // Text that was typed before the writer was known belongs to the writer.
    () => readNoteDraft("", about) || readNoteDraft(writer, about),
  );
  useEffect(() => {
    if (writer) adoptNoteDraft(writer, about);
  }, [writer, about]);
  return [text, (next) => writeNoteDraft(writer, about, next)];
}
