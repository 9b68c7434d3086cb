import { hasStatus } from "./errors";
import { call, type CallOptions } from "./http";
import { distrust, judgeSession, liveAccessToken } from "./session";

/** One call to the server on behalf of the signed-in user. */
export async function authorizedCall<T>(path: string, options: CallOptions = {}): Promise<T> {
  const access = await liveAccessToken();
  try {
    return await call<T>(path, withBearer(options, access));
  } catch (error) {
    if (!access || !hasStatus(error, 401)) throw error;
    distrust(access);
    // The refusal has just corrected our clock; only if the token was stale is it worth a new one.
    if ((await judgeSession()) !== "refresh") throw error;
    return call<T>(path, withBearer(options, await liveAccessToken()));
  }
}

function withBearer(options: CallOptions, access: string | undefined): CallOptions {
  if (!access) return options;
  return { ...options, headers: { ...options.headers, authorization: `Bearer ${access}` } };
}
