import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Forms } from "@rules/public.js";
import { authorizedCall, callForNewSession } from "./client";
import { hasFields, isNoContent } from "./http";
import type {
  AccountEventResponse,
  AccountEventsResponse,
  AccountResponse,
  RecoveryCodesResponse,
  SecondFactorOnResponse,
  SetupResponse,
  SignInResponse,
  SignInsResponse,
} from "./schema";

/** The signed-in account. */
export type Account = AccountResponse;

/** A new TOTP secret. It takes effect when a first code confirms it. */
export type SecondFactorSetup = SetupResponse;

/** A session of the account. */
export type SignIn = SignInResponse;

/** An entry of the account's activity log. */
export type AccountEvent = AccountEventResponse;

type SecondFactorChange = Forms["second_factor_change"];

const FIVE_MINUTES = 5 * 60 * 1000;

/** Returns the query of the account, which stays fresh for five minutes. */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) =>
    authorizedCall<Account>("account/", {
      signal,
      check: hasFields<Account>({ username: "string" }),
    }),
  staleTime: FIVE_MINUTES,
});

/** Returns the query of the account's active sessions, the most recently refreshed first. */
export const signInsQuery = queryOptions({
  queryKey: ["account", "sign-ins"],
  queryFn: async ({ signal }) => {
    const { results } = await authorizedCall<SignInsResponse>("account/sign-ins/", {
      signal,
      check: hasFields<SignInsResponse>({ results: "array" }),
    });
    return results;
  },
});

/** Returns the query of the account's activity, newest first, one batch at a time. */
export const accountEventsQuery = infiniteQueryOptions({
  queryKey: ["account", "events"],
  queryFn: ({ signal, pageParam }) => {
    const before = pageParam === null ? "" : `?before=${pageParam}`;
    return authorizedCall<AccountEventsResponse>(`account/events/${before}`, {
      signal,
      check: hasFields<AccountEventsResponse>({ results: "array" }),
    });
  },
  initialPageParam: null as number | null,
  getNextPageParam: ({ results, more }) => (more ? results.at(-1)?.id : undefined),
  select: ({ pages }) => pages.flatMap(({ results }) => results),
});

/** Changes the password, ends all sessions and starts a new one. */
export async function changePassword(form: Forms["password"]): Promise<void> {
  await callForNewSession("account/password/", form);
}

/** Ends one session of the account. Requires the password. */
export function endSignIn(id: string, form: Forms["sign_in_end"]): Promise<void> {
  const json = { id, ...form };
  return authorizedCall<void>("account/sign-ins/end/", {
    method: "POST",
    json,
    check: isNoContent,
  });
}

/** Ends all sessions of the account and starts a new one. Requires the password. */
export async function endOtherSignIns(form: Forms["sign_in_end"]): Promise<void> {
  await callForNewSession("account/sign-ins/end-others/", form);
}

/** Creates a TOTP secret. */
export function beginSecondFactor(): Promise<SecondFactorSetup> {
  return authorizedCall("account/second-factor/", {
    method: "POST",
    check: hasFields<SecondFactorSetup>({ qr: "object", setup: "string" }),
  });
}

/** The first code of a new secret. */
type SecondFactorConfirm = SecondFactorChange & { setup: string };

/**
 * Turns two-factor authentication on, ends all sessions, starts a new one, and returns the recovery
 * codes.
 */
export async function confirmSecondFactor(form: SecondFactorConfirm): Promise<string[]> {
  const path = "account/second-factor/confirm/";
  return (await callForNewSession<SecondFactorOnResponse>(path, form)).recovery_codes;
}

/** Replaces the recovery codes and returns the new ones. */
export async function renewRecoveryCodes(form: SecondFactorChange): Promise<string[]> {
  const path = "account/second-factor/recovery-codes/";
  const check = hasFields<RecoveryCodesResponse>({ recovery_codes: "array" });
  const options = { method: "POST", json: form, check } as const;
  return (await authorizedCall<RecoveryCodesResponse>(path, options)).recovery_codes;
}

/** Turns two-factor authentication off. */
export function endSecondFactor(form: SecondFactorChange): Promise<void> {
  return authorizedCall<void>("account/second-factor/off/", {
    method: "POST",
    json: form,
    check: isNoContent,
  });
}
