import { InvalidResponseError } from "~/api/errors";
import { clearUserData } from "~/api/query-client";
import { revokeToken } from "~/api/auth";
import { beginSession, endSession } from "~/api/session";
import type { TokenPair } from "~/api/tokens";
import { staffRules } from "~/rules/load";
import { keepNoteDraftsOf } from "./note-drafts";

/** Starts the session of a token pair and ends the former one with its cached data. The pair may be incomplete. */
export function openSession(pair: Partial<TokenPair> | undefined, username: string): void {
  const { access, refresh } = pair ?? {};
  if (!isToken(access) || !isToken(refresh)) throw new InvalidResponseError();
  // Ended first, so that other tabs discard the former user.
  const former = endSession();
  clearUserData();
  // The dashboard, which shows drafts, waits for the rules too.
  staffRules.load().then(
    (rules) => keepNoteDraftsOf(rules, username),
    () => undefined,
  );
  beginSession({ access, refresh });
  // Revoke it on the server as well. If that fails, it expires by itself.
  if (former) revokeToken(former).catch(() => undefined);
}

const isToken = (token: unknown): token is string => typeof token === "string" && token !== "";
