import { bearerHeader } from "./bearer";
import { hasStatus } from "./errors";
import { call, type CallOptions } from "./http";
import { markRejected, liveAccessToken } from "./session";

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

function withBearer(options: CallOptions, access: string | undefined): CallOptions {
  return { ...options, headers: { ...options.headers, ...bearerHeader(access) } };
}
