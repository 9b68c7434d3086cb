import { call } from "./http";
import type { TokenPair } from "./tokens";

/** Spends a refresh token for a new pair. */
export function refreshTokens(refresh: string): Promise<TokenPair> {
  return call<TokenPair>("token/refresh/", { method: "POST", json: { refresh } });
}
