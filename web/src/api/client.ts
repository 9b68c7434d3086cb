import { bearerHeader } from "./bearer";
import { hasStatus } from "./errors";
import { call, type CallOptions, hasFields, isNoContent, type ResponseCheck } from "./http";
import { markRejected, liveAccessToken, replaceSession } from "./session";
import type { TokenPair } from "./tokens";

/** Calls the server as the signed-in user. */
export async function authorizedCall<T>(
  path: string,
  options: CallOptions = {},
  make: typeof call = call,
): Promise<T> {
  const access = await liveAccessToken();
  try {
    return await make<T>(path, withBearer(options, access));
  } catch (error) {
    if (!access || !hasStatus(error, 401)) throw error;
    markRejected(access);
    // Either our clock was wrong or the session has ended. The refresh shows which.
    const another = await liveAccessToken();
    if (!another) throw error;
    return make<T>(path, withBearer(options, another));
  }
}

/** A server of the former release keeps the session, and returns no tokens. */
const isSessionChange: ResponseCheck = (body, status) =>
  isNoContent(body, status) || hasFields()(body, status);

/** Calls the server as the signed-in user, and continues in the new session that it returns. */
export function callForNewSession<T extends TokenPair>(path: string, json: unknown): Promise<T> {
  return authorizedCall<T>(
    path,
    { method: "POST", json, check: isSessionChange },
    // `authorizedCall` refreshes before and after: it must not hold the lock that a refresh takes.
    <U>(...request: Parameters<typeof call>) =>
      replaceSession(() => call<U & TokenPair>(...request)),
  );
}

function withBearer(options: CallOptions, access: string | undefined): CallOptions {
  return { ...options, headers: { ...options.headers, ...bearerHeader(access) } };
}
