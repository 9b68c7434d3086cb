import { withTimeout } from "../rules/with-timeout";
import { storedTokens } from "./tokens";

/** Returns the `Authorization` header for an access token. */
export function bearerHeader(access: string | undefined): Record<string, string> {
  return access ? { authorization: `Bearer ${access}` } : {};
}

/**
 * Returns the `Authorization` header for a public call if the stored access token is valid. The
 * token checks are loaded only for visitors who have a token.
 */
export async function storedBearer(): Promise<Record<string, string>> {
  if (!storedTokens().access) return {};
  const state = import("./session").then(({ sessionState }) => sessionState());
  return bearerHeader(
    (await withTimeout(state)) === "authenticated" ? storedTokens().access : undefined,
  );
}
