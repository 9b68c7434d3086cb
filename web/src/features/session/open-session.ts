import { queryClient } from "../../api/query-client";
import { revokeToken } from "../../api/revoke-token";
import { beginSession, endSession } from "../../api/session";
import type { TokenPair } from "../../api/tokens";
import { keepDraftsOf } from "./drafts";

/** Begins the session of a pair, which may be incomplete, and ends the former one with all that it leaves behind. */
export function openSession(pair: Partial<TokenPair> | undefined, username: string): void {
  const { access, refresh } = pair ?? {};
  if (!access || !refresh) throw new Error("Invalid response from server");
  // Ended first, so that other tabs let go of whoever was signed in before.
  const former = endSession();
  queryClient.clear();
  keepDraftsOf(username);
  beginSession({ access, refresh });
  // On the server too; what cannot be revoked now ends by itself.
  if (former) revokeToken(former).catch(() => undefined);
}
