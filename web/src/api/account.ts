import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Forms } from "@rules/public.js";
import { authorizedCall } from "./client";
import type {
  AccountEventResponse,
  AccountEventsResponse,
  AccountResponse,
  RecoveryCodesResponse,
  SetupResponse,
  SignInResponse,
  SignInsResponse,
} from "./schema";

/** The account of whoever is signed in. */
export type Account = AccountResponse;

/** A new secret of a second factor, which counts once a code of it is confirmed. */
export type SecondFactorSetup = SetupResponse;

/** A sign-in of the account. */
export type SignIn = SignInResponse;

/** Something that happened to the account. */
export type AccountEvent = AccountEventResponse;

type SecondFactorChange = Forms["second_factor_change"];

const FIVE_MINUTES = 5 * 60 * 1000;

/** The account, kept for five minutes. */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => authorizedCall<Account>("account/", { signal }),
  staleTime: FIVE_MINUTES,
});

/** The sign-ins of the account that can be gone on with, the one refreshed last first. */
export const signInsQuery = queryOptions({
  queryKey: ["account", "sign-ins"],
  queryFn: async ({ signal }) => {
    const { results } = await authorizedCall<SignInsResponse>("account/sign-ins/", {
      signal,
    });
    return results;
  },
});

/** What happened to the account, the newest first, a part at a time. */
export const accountEventsQuery = infiniteQueryOptions({
  queryKey: ["account", "events"],
  queryFn: ({ signal, pageParam }) => {
    const before = pageParam === null ? "" : `?before=${pageParam}`;
    return authorizedCall<AccountEventsResponse>(`account/events/${before}`, { signal });
  },
  initialPageParam: null as number | null,
  getNextPageParam: ({ results, more }) => (more ? results.at(-1)?.id : undefined),
  select: ({ pages }) => pages.flatMap(({ results }) => results),
});

/** Changes the password, which ends all other sign-ins. */
export function changePassword(form: Forms["password"]): Promise<void> {
  return authorizedCall<void>("account/password/", { method: "POST", json: form });
}

/** Ends a sign-in of the account, for its password. */
export function endSignIn(id: string, form: Forms["sign_in_end"]): Promise<void> {
  const json = { id, ...form };
  return authorizedCall<void>("account/sign-ins/end/", { method: "POST", json });
}

/** Ends all sign-ins of the account but this one, for its password. */
export function endOtherSignIns(form: Forms["sign_in_end"]): Promise<void> {
  return authorizedCall<void>("account/sign-ins/end-others/", { method: "POST", json: form });
}

/** Begins a second factor. */
export function beginSecondFactor(): Promise<SecondFactorSetup> {
  return authorizedCall("account/second-factor/", { method: "POST" });
}

/** A first code of a new secret, and whether all other sessions end with it. */
type SecondFactorConfirm = SecondFactorChange & { setup: string; end_others: boolean };

/** Switches the second factor on; the answer is its recovery codes. */
export function confirmSecondFactor(form: SecondFactorConfirm): Promise<string[]> {
  return recoveryCodes("account/second-factor/confirm/", form);
}

/** Replaces the recovery codes; the answer is the new ones. */
export function renewRecoveryCodes(form: SecondFactorChange): Promise<string[]> {
  return recoveryCodes("account/second-factor/recovery-codes/", form);
}

/** Switches the second factor off. */
export function endSecondFactor(form: SecondFactorChange): Promise<void> {
  return authorizedCall<void>("account/second-factor/off/", { method: "POST", json: form });
}

async function recoveryCodes(path: string, json: SecondFactorChange): Promise<string[]> {
  return (await authorizedCall<RecoveryCodesResponse>(path, { method: "POST", json }))
    .recovery_codes;
}
