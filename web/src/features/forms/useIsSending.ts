import { useSyncExternalStore } from "react";
import { sendingDrafts } from "./form-drafts";

/** Returns whether the form with a draft is being sent, maybe from a page that was left. */
export function useIsSending(draftKey: string): boolean {
  const keys = useSyncExternalStore(sendingDrafts.subscribe, sendingDrafts.get, sendingDrafts.get);
  return keys.includes(draftKey);
}
