import { staffRules } from "../rules/load";
import { createEvent } from "../state/create-store";
import { refreshTokens, revokeToken } from "./auth";
import { nowSeconds } from "~/state/clock";
import { hasStatus } from "./errors";
import { clearTokens, storedTokens, storeTokens, type TokenPair } from "./tokens";

/**
 * The access token that this page received last. Until the rules are loaded no expiry can be read,
 * and only a token fresh from the server is known to be valid.
 */
let issued: string | undefined;

/** The access token that the server refused last. It must be refreshed whatever its expiry. */
let refused: string | undefined;

/** Returns the state of the stored tokens without calling the server. */
export async function sessionState() {
  const { access, refresh } = storedTokens();
  if (!access) return "unauthenticated";
  if (access === refused) return refresh ? "refresh" : "unauthenticated";
  const rules = await staffRules.within();
  if (rules) return rules.decideSession(access, refresh !== undefined, nowSeconds());
  if (access === issued) return "authenticated";
  return refresh ? "refresh" : "unauthenticated";
}

/** Returns a valid access token, refreshing it first if it is due. */
export async function liveAccessToken(): Promise<string | undefined> {
  const state = await sessionState();
  if (state === "refresh") return refreshOnce();
  if (state === "unauthenticated") {
    if (storedTokens().access) console.error("The stored access token is invalid.");
    return undefined;
  }
  return storedTokens().access;
}

/** Marks a token that the server has refused, so that it is not trusted again. A refused call without one ends this page's session. */
export function markRejected(access: string | undefined): void {
  if (access) refused = access;
  else refusal.emit();
}

/** Stores a fresh token pair. */
export function beginSession(pair: TokenPair): void {
  issued = pair.access;
  storeTokens(pair);
}

/** Ends the session on this device and returns the refresh token to revoke. */
export function endSession(): string | undefined {
  const { refresh } = storedTokens();
  issued = undefined;
  refused = undefined;
  clearTokens();
  return refresh;
}

/**
 * Makes a call that ends this browser's session and returns the tokens of a new one. Refreshes wait
 * for it in every tab: one with the ended token would sign the user out.
 */
export function replaceSession(make: () => Promise<Response>): Promise<Response> {
  return withLock(async () => {
    const former = storedTokens().refresh;
    const response = await make();
    const pair = response.ok ? await tokenPair(response) : undefined;
    if (!pair) return response;
    if (storedTokens().refresh === former) beginSession(pair);
    // Signed out in the meantime.
    else revokeToken(pair.refresh).catch(() => undefined);
    return response;
  });
}

/** Returns the tokens in a response, if both are there. */
async function tokenPair(response: Response): Promise<TokenPair | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const { access, refresh } = Object(body) as Partial<TokenPair>;
  return access && refresh ? { access, refresh } : undefined;
}

const refusal = createEvent();

/** Registers a listener for the end of this page's session by the server. */
export const onSessionRefused = refusal.subscribe;

const failure = createEvent();

/** Registers a listener for refreshes that failed without a refusal: no response, or a server error. */
export const onRefreshFailed = failure.subscribe;

/**
 * One tab refreshes and the others take what it got. A refresh token can be sent again only until
 * one that it gave was used.
 */
function refreshOnce(): Promise<string | undefined> {
  return withLock(async () => {
    const state = await sessionState();
    if (state === "authenticated") return storedTokens().access;
    const { refresh } = storedTokens();
    if (state === "unauthenticated" || !refresh) return undefined;
    return rotate(refresh);
  });
}

async function rotate(refresh: string): Promise<string | undefined> {
  try {
    const pair = await refreshTokens(refresh);
    if (storedTokens().refresh !== refresh) return tokenFromOtherTab();
    beginSession(pair);
    return pair.access;
  } catch (error) {
    if (!hasStatus(error, 401)) {
      failure.emit();
      throw error;
    }
    if (storedTokens().refresh !== refresh) return tokenFromOtherTab();
    console.error("The session could not be refreshed:", error);
    endSession();
    refusal.emit();
    return undefined;
  }
}

/**
 * Returns the token that another tab has stored. Storage changes reach this tab with a delay, even
 * after the lock is released. If the other tab signed out, this one stays signed out.
 */
async function tokenFromOtherTab(): Promise<string | undefined> {
  return (await sessionState()) === "unauthenticated" ? undefined : storedTokens().access;
}

let queue: Promise<unknown> = Promise.resolve();

function withLock<T>(task: () => Promise<T>): Promise<T> {
  // Browsers offer locks only in secure contexts; elsewhere the tab at least waits for itself.
  if (navigator.locks) return navigator.locks.request("session-refresh", task);
  const turn = queue.then(task, task);
  queue = turn.catch(() => undefined);
  return turn;
}
