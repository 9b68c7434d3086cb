import type { LoginForm } from "@rules/agency_core_wasm.js";
import { call } from "./http";
import type { TokenPair } from "./tokens";

/** Signs in. The answer is checked by the caller: a pair may be incomplete. */
export function createToken(credentials: LoginForm): Promise<Partial<TokenPair> | undefined> {
  return call("token/", { method: "POST", json: credentials });
}
