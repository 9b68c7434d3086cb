import { safeSessionStorage } from "../state/safe-storage";

const KEY = "reloaded-for";
/** How long a page counts as being left. */
const LEAVING_MS = 10_000;

/** When the page was last about to be left, in milliseconds of `performance.now()`. */
let leftAt = -Infinity;

/**
 * Notes when the page is being left: the browser then drops scripts, which looks as if they were gone. A link to an email
 * address looks like leaving, so it counts for a while only.
 */
export function watchLeaving(): void {
  addEventListener("beforeunload", () => {
    leftAt = performance.now();
  });
  addEventListener("pageshow", () => {
    leftAt = -Infinity;
  });
}

/**
 * Reloads the requested address once if a page's scripts could not be loaded: after a deployment
 * the old files are gone. Drafts keep what was typed. Never resolves while the browser is reloading.
 * Rejects if a reload cannot help.
 */
export async function reloadOnChunkError(cause: unknown): Promise<never> {
  if (performance.now() - leftAt < LEAVING_MS) await returnToPage(cause);
  if (!navigator.onLine || !recordReload()) throw cause;
  location.reload();
  return new Promise(() => undefined);
}

/**
 * Resolves when the page is shown again. Firefox drops pending scripts as soon as a page is being left,
 * and a reload would cancel the way to the next one. Rejects if that one does not come.
 */
function returnToPage(cause: unknown): Promise<Event> {
  return new Promise((resolve, reject) => {
    addEventListener("pageshow", resolve, { once: true });
    setTimeout(() => reject(cause), LEAVING_MS);
  });
}

/** Allows another reload. Called when a page's scripts have loaded. */
export function forgetReload(): void {
  safeSessionStorage.remove(KEY);
}

/** Returns whether a reload of this address is recorded for the first time. Without storage it could repeat forever. */
function recordReload(): boolean {
  try {
    if (sessionStorage.getItem(KEY) === location.href) return false;
    sessionStorage.setItem(KEY, location.href);
    return true;
  } catch {
    return false;
  }
}
