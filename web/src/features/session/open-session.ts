import { queryClient } from "../../api/query-client";
import { revokeToken } from "../../api/revoke-token";
import { beginSession, endSession } from "../../api/session";
import type { TokenPair } from "../../api/tokens";

/** Begins the session of a pair, which may be incomplete, and ends the former one. */
export function openSession(pair: Partial<TokenPair> | undefined): void {
  const { access, refresh } = pair ?? {};
  if (!access || !refresh) throw new Error("Invalid response from server");
  // Ended first, so that other tabs let go of whoever was signed in before.
  const former = endSession();
  queryClient.clear();
  beginSession({ access, refresh });
  // On the server too; what cannot be revoked now ends by itself.
  if (former) revokeToken(former).catch(() => undefined);
}
