import { call, isNoContent } from "./http";

/** Ends the session on the server. */
export function revokeToken(refresh: string): Promise<void> {
  return call<void>("token/revoke/", { method: "POST", json: { refresh }, check: isNoContent });
}
