import type { Forms } from "@rules/public.js";
import { call } from "./http";
import type { ChallengeResponse } from "./schema";
import type { TokenPair } from "./tokens";

/** What the right password gives: a pair, or what is sent with the code where a second factor is asked. */
type Opened = Partial<TokenPair & ChallengeResponse>;

/** Signs in. The answer is checked by the caller: a pair may be incomplete. */
export function createToken(credentials: Forms["login"]): Promise<Opened | undefined> {
  return call("token/", { method: "POST", json: credentials });
}

/** Signs in with the code that comes after the password, as incompletely as that. */
export function createTokenByCode(
  form: Forms["second_factor"],
): Promise<Partial<TokenPair> | undefined> {
  return call("token/second-factor/", { method: "POST", json: form });
}
