import type { Forms } from "@rules/public.js";
import { call } from "./http";
import type { ChallengeResponse } from "./schema";
import type { TokenPair } from "./tokens";

/** Whatever a 200 contains, the caller checks it. */
const isAnything = () => true;

/** The response to a correct password: a token pair, or a challenge to send with the second factor's code. */
type Opened = Partial<TokenPair & ChallengeResponse>;

/** Signs in with a password. The caller checks that a returned pair is complete. */
export function createToken(credentials: Forms["login"]): Promise<Opened | undefined> {
  return call("token/", { method: "POST", json: credentials, check: isAnything });
}

/** Signs in with a second factor's code. The caller checks that the returned pair is complete. */
export function createTokenByCode(
  form: Forms["second_factor"],
): Promise<Partial<TokenPair> | undefined> {
  return call("token/second-factor/", { method: "POST", json: form, check: isAnything });
}
