import type { Forms } from "@rules/public.js";
import { bodyOf, client, noContent } from "./client";
import type { ChallengeResponse } from "./schema";
import type { TokenPair } from "./tokens";

/** The response to a correct password: a token pair, or a challenge to send with the second factor's code. */
type SignInResult = Partial<TokenPair & ChallengeResponse>;

/** Signs in with a password. The caller checks that a returned pair is complete. */
export async function createToken(credentials: Forms["login"]): Promise<SignInResult | undefined> {
  return (await client.POST("/api/token", { body: credentials })).data;
}

/** Signs in with a second factor's code. The caller checks that the returned pair is complete. */
export async function createTokenByCode(
  form: Forms["second_factor"],
): Promise<Partial<TokenPair> | undefined> {
  return (await client.POST("/api/token/second-factor", { body: form })).data;
}

/** Exchanges a refresh token for a new token pair. */
export function refreshTokens(refresh: string): Promise<TokenPair> {
  return bodyOf(client.POST("/api/token/refresh", { body: { refresh } }), {
    access: "string",
    refresh: "string",
  });
}

/** Ends the session on the server. */
export function revokeToken(refresh: string): Promise<void> {
  return noContent(client.POST("/api/token/revoke", { body: { refresh } }));
}
