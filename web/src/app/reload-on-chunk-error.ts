const KEY = "reloaded-for";

const QUESTION =
  "This site has been updated, and the next page needs a reload. You will lose what you typed on this page. Reload now?";

/**
 * Reloads the requested address once if a page's scripts could not be loaded: after a deployment
 * the old files are gone. Never resolves while the browser is reloading, or if the visitor chooses
 * to stay, which calls `onStay`. Rejects if a reload cannot help.
 */
export async function reloadOnChunkError(cause: unknown, onStay = () => {}): Promise<never> {
  if (reloadedFor() === location.href || !(await reachable())) throw cause;
  if (hasTyped() && !confirm(QUESTION)) {
    onStay();
    history.back();
    return new Promise(() => undefined);
  }
  sessionStorage.setItem(KEY, location.href);
  location.reload();
  return new Promise(() => undefined);
}

/** Allows another reload. Called when a page's scripts have loaded. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage no reload was recorded.
  }
}

/** Returns the address that was last reloaded. Without storage no reload is safe, because it could repeat forever. */
function reloadedFor(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return location.href;
  }
}

/** Returns whether the site responds. Without a network, a reload would only lose the page. */
async function reachable(): Promise<boolean> {
  try {
    const response = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    return response.status < 500;
  } catch {
    return false;
  }
}

/** Returns whether a form holds unsaved input. */
function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main form :is(input, textarea), dialog form :is(input, textarea)",
  );
  return Array.from(fields).some((field) => field.value !== field.defaultValue);
}
