import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Forms } from "@rules/public.js";
import { bodyOf, noContent } from "./client";
import type {
  AccountEventResponse,
  AccountResponse,
  SessionResponse,
  SetupResponse,
} from "./schema";
import { fetchNewSession, staffClient } from "./staff-client";

/** The signed-in account. */
export type Account = AccountResponse;

/** A new TOTP secret. It takes effect when a first code confirms it. */
export type SecondFactorSetup = SetupResponse;

/** A session of the account. */
export type ActiveSession = SessionResponse;

/** An entry of the account's activity log. */
export type AccountEvent = AccountEventResponse;

type SecondFactorChange = Forms["second_factor_change"];

const FIVE_MINUTES = 5 * 60 * 1000;

/** Returns the query of the account, which stays fresh for five minutes. */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) =>
    bodyOf(staffClient.GET("/api/account", { signal }), { username: "string" }),
  staleTime: FIVE_MINUTES,
});

/** Returns the query of the account's active sessions, the most recently refreshed first. */
export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: async ({ signal }) => {
    const call = staffClient.GET("/api/account/sign-ins", { signal });
    return (await bodyOf(call, { results: "array" })).results;
  },
});

/** Returns the query of the account's activity, newest first, one batch at a time. */
export const accountEventsQuery = infiniteQueryOptions({
  queryKey: ["account", "events"],
  queryFn: ({ signal, pageParam }) => {
    const params = pageParam === null ? {} : { query: { before: pageParam } };
    return bodyOf(staffClient.GET("/api/account/events", { params, signal }), { results: "array" });
  },
  initialPageParam: null as number | null,
  getNextPageParam: ({ results, more }) => (more ? results.at(-1)?.id : undefined),
  select: ({ pages }) => pages.flatMap(({ results }) => results),
});

const tokenPair = { access: "string", refresh: "string" } as const;

/** Changes the password, ends all sessions and starts a new one. */
export async function changePassword(body: Forms["password"]): Promise<void> {
  await bodyOf(
    staffClient.POST("/api/account/password", { body, fetch: fetchNewSession }),
    tokenPair,
  );
}

/** Ends one session of the account. Requires the password. */
export function endOneSession(id: string, form: Forms["session_end"]): Promise<void> {
  return noContent(staffClient.POST("/api/account/sign-ins/end", { body: { id, ...form } }));
}

/** Ends all sessions of the account and starts a new one. Requires the password. */
export async function endOtherSessions(body: Forms["session_end"]): Promise<void> {
  await bodyOf(
    staffClient.POST("/api/account/sign-ins/end-others", { body, fetch: fetchNewSession }),
    tokenPair,
  );
}

/** Creates a TOTP secret. */
export function beginSecondFactor(): Promise<SecondFactorSetup> {
  return bodyOf(staffClient.POST("/api/account/second-factor"), { qr: "object", setup: "string" });
}

/** The first code of a new secret. */
type SecondFactorConfirm = SecondFactorChange & { setup: string };

/**
 * Turns two-factor authentication on, ends all sessions, starts a new one, and returns the recovery
 * codes.
 */
export async function confirmSecondFactor(body: SecondFactorConfirm): Promise<string[]> {
  const options = { body, fetch: fetchNewSession };
  const call = staffClient.POST("/api/account/second-factor/confirm", options);
  return (await bodyOf(call, { recovery_codes: "array" })).recovery_codes;
}

/** Replaces the recovery codes and returns the new ones. */
export async function renewRecoveryCodes(body: SecondFactorChange): Promise<string[]> {
  const call = staffClient.POST("/api/account/second-factor/recovery-codes", { body });
  return (await bodyOf(call, { recovery_codes: "array" })).recovery_codes;
}

/** Turns two-factor authentication off. */
export function endSecondFactor(body: SecondFactorChange): Promise<void> {
  return noContent(staffClient.POST("/api/account/second-factor/off", { body }));
}
