import type { Forms } from "@rules/public.js";
import { call } from "./http";
import type { TokenPair } from "./tokens";

/** Signs in. The answer is checked by the caller: a pair may be incomplete. */
export function createToken(credentials: Forms["login"]): Promise<Partial<TokenPair> | undefined> {
  return call("token/", { method: "POST", json: credentials });
}
