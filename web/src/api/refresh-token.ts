import { call, hasFields } from "./http";
import type { TokenPair } from "./tokens";

/** Exchanges a refresh token for a new token pair. */
export function refreshTokens(refresh: string): Promise<TokenPair> {
  return call<TokenPair>("token/refresh/", {
    method: "POST",
    json: { refresh },
    check: hasFields<TokenPair>({ access: "string", refresh: "string" }),
  });
}
