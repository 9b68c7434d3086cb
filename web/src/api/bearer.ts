import { withTimeout } from "../rules/with-timeout";
import { storedTokens } from "./tokens";

/** The header that carries an access token. */
export function bearerHeader(access: string | undefined): Record<string, string> {
  return access ? { authorization: `Bearer ${access}` } : {};
}

/**
 * The header of a call that anybody may make: with the stored access token where it is good as it is.
 * Visitors have none, so what can judge one is only loaded for those who do.
 */
export async function storedBearer(): Promise<Record<string, string>> {
  if (!storedTokens().access) return {};
  const judged = import("./session").then(({ sessionState }) => sessionState());
  return bearerHeader(
    (await withTimeout(judged)) === "authenticated" ? storedTokens().access : undefined,
  );
}
