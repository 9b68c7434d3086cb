import { nowSeconds } from "./clock";
import { storedTokens } from "./tokens";

/** Returns the `Authorization` header for an access token. */
export function bearerHeader(access: string | undefined): Record<string, string> {
  return access ? { authorization: `Bearer ${access}` } : {};
}

/**
 * Returns the `Authorization` header for a public call if the stored access token has not expired.
 * Reads the token itself: a visitor's form must not wait for the rules of sessions.
 */
export function storedBearer(): Record<string, string> {
  const { access } = storedTokens();
  return bearerHeader(expiry(access) > nowSeconds() ? access : undefined);
}

/** Returns the time at which a token expires, in seconds, or 0 if it cannot be read. */
function expiry(token = ""): number {
  const [, payload = ""] = token.split(".");
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return Number(Object(claims).exp) || 0;
  } catch {
    return 0;
  }
}
