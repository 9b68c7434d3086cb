const KEY = "reloaded-for";

const QUESTION =
  "This site has been updated, and the page you want needs a reload. What you typed on this page would be lost. Reload now?";

/**
 * Called when a page's scripts could not be loaded: after an update of the site the old ones are gone.
 * Loads the wanted address anew, once. Never resolves when the browser is on its way, or when the
 * visitor stays, which `onStay` is told; rejects when there is nothing to do but say so.
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

/** Called when a page's scripts are there, so that a later update is followed by a reload, too. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without a storage nothing was noted.
  }
}

/** The address that was loaded anew last. Where that cannot be noted, no reload may be risked. */
function reloadedFor(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return location.href;
  }
}

/** Whether a reload would find the site: without a network it would only lose what is on the screen. */
async function reachable(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Whether a form holds something that it did not hold at first. */
function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main form :is(input, textarea), dialog form :is(input, textarea)",
  );
  return Array.from(fields).some((field) => field.value !== field.defaultValue);
}
