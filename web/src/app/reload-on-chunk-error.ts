import { safeSessionStorage } from "../state/safe-storage";

const KEY = "reloaded-for";

/**
 * Reloads the requested address once if a page's scripts could not be loaded: after a deployment
 * the old files are gone. Drafts keep what was typed. Never resolves while the browser is reloading.
 * Rejects if a reload cannot help. Not a listener for Vite's `vite:preloadError`: that event also
 * fires for a page that is only preloaded, when a link is pointed at.
 */
export async function reloadOnChunkError(cause: unknown): Promise<never> {
  if (!navigator.onLine || !recordReload()) throw cause;
  location.reload();
  return new Promise(() => undefined);
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
