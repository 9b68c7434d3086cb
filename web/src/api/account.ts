import { queryOptions } from "@tanstack/react-query";
import type { Forms } from "@rules/public.js";
import { authorizedCall } from "./client";

/** The account of whoever is signed in. */
export type Account = {
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  /** Until when a printed password opens everything; null for one of the owner's own choice. */
  password_due_at: string | null;
  password_due: boolean;
};

/** A sign-in of the account. */
export type SignIn = {
  id: string;
  begun_at: string | null;
  refreshed_at: string;
  /** In words; empty where it is not known. */
  browser: string;
  current: boolean;
};

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
    const { results } = await authorizedCall<{ results: SignIn[] }>("account/sign-ins/", {
      signal,
    });
    return results;
  },
});

/** Changes the password, which ends all other sign-ins. */
export function changePassword(form: Forms["password"]): Promise<void> {
  return authorizedCall<void>("account/password/", { method: "POST", json: form });
}

/** Ends a sign-in of the account. */
export function endSignIn(id: string): Promise<void> {
  return authorizedCall<void>("account/sign-ins/end/", { method: "POST", json: { id } });
}

/** Ends all sign-ins of the account but this one. */
export function endOtherSignIns(): Promise<void> {
  return authorizedCall<void>("account/sign-ins/end-others/", { method: "POST" });
}
