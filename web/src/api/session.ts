import { staffRules } from "../rules/load";
import { nowSeconds } from "./clock";
import { hasStatus } from "./errors";
import { refreshTokens } from "./refresh-token";
import { clearTokens, storedTokens, storeTokens } from "./tokens";

/** Where this browser's session stands. */
export type SessionState = Awaited<ReturnType<typeof sessionState>>;

/**
 * The access token that this page got last. Without the rules nobody here can read an expiry, and
 * a token fresh from the server is the only one known to be good.
 */
let issued: string | undefined;

/** The access token that the server refused last: whatever it says of its time, it is to be refreshed. */
let refused: string | undefined;

/** Judges the stored tokens, without any call. */
export async function sessionState() {
  const { access, refresh } = storedTokens();
  if (!access) return "unauthenticated";
  if (access === refused) return refresh ? "refresh" : "unauthenticated";
  const rules = await staffRules.within();
  if (rules) return rules.decideSession(access, refresh !== undefined, nowSeconds());
  if (access === issued) return "authenticated";
  return refresh ? "refresh" : "unauthenticated";
}

/** The access token if it is good, refreshed first where it is due. */
export async function liveAccessToken(): Promise<string | undefined> {
  const state = await sessionState();
  if (state === "refresh") return refreshOnce();
  if (state === "unauthenticated") {
    if (storedTokens().access) console.error("The stored access token is of no use any more.");
    return undefined;
  }
  return storedTokens().access;
}

/** Marks a token that the server has refused, so that the next judgement does not trust it. */
export function markRejected(access: string): void {
  refused = access;
}

/** Stores a fresh pair. */
export function beginSession(pair: { access: string; refresh: string }): void {
  issued = pair.access;
  storeTokens(pair);
}

/** Forgets the session on this device; answers with the refresh token that is to be revoked. */
export function endSession(): string | undefined {
  const { refresh } = storedTokens();
  issued = undefined;
  refused = undefined;
  clearTokens();
  return refresh;
}

const refusalListeners = new Set<() => void>();

/** Tells when the server has refused to go on with this page's session. */
export function onSessionRefused(listener: () => void): () => void {
  refusalListeners.add(listener);
  return () => void refusalListeners.delete(listener);
}

const unansweredListeners = new Set<() => void>();

/** Reports a refresh that the server did not answer, or could not carry out. */
export function onRefreshUnanswered(listener: () => void): () => void {
  unansweredListeners.add(listener);
  return () => void unansweredListeners.delete(listener);
}

/** A refresh token works once, so only one tab may spend it and the others take what it got. */
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
      for (const report of unansweredListeners) report();
      throw error;
    }
    if (storedTokens().refresh !== refresh) return tokenFromOtherTab();
    console.error("The session could not be refreshed:", error);
    endSession();
    for (const tell of refusalListeners) tell();
    return undefined;
  }
}

/**
 * What another tab stored meanwhile. What it writes arrives here with a delay, even after it has
 * given the lock back. Whoever signed out there stays signed out here.
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
