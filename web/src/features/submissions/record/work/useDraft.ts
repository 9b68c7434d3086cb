import { useEffect, useSyncExternalStore } from "react";
import { adoptDraft, onDraftsChange, readDraft, writeDraft } from "../../../session/drafts";

/**
 * Keeps a text until it has been stored.
 *
 * @param writer The username of the writer; empty until it is known.
 * @param about What the text is about.
 */
export function useDraft(writer: string, about: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    onDraftsChange,
    // What was typed before its writer was known is the writer's.
    () => readDraft("", about) || readDraft(writer, about),
  );
  useEffect(() => {
    if (writer) adoptDraft(writer, about);
  }, [writer, about]);
  return [text, (next) => writeDraft(writer, about, next)];
}
