/** How long a page may take to become as long as it was, in milliseconds. */
const RESTORE_TIMEOUT = 10_000;

/** What ends a restoration: the visitor scrolls. */
const INTERRUPTIONS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const storageKey = (key: string, pathname: string) => `scroll:${key}:${pathname}`;

/** Returns the router's key of the current history entry. */
export function currentKey(): string {
  return (history.state as { key?: string } | null)?.key ?? "default";
}

/** Returns the stored scroll position of a history entry. */
export function readPosition(key: string, pathname: string): number {
  try {
    return Number(sessionStorage.getItem(storageKey(key, pathname)));
  } catch {
    // Storage is denied.
    return 0;
  }
}

/** Stores the scroll position of a history entry. */
export function writePosition(key: string, pathname: string): void {
  try {
    sessionStorage.setItem(storageKey(key, pathname), String(Math.round(scrollY)));
  } catch {
    // Storage is denied or full. The page starts at its top.
  }
}

/**
 * Scrolls to a position, again and again while the page is not long enough yet. Returns a function
 * that gives up.
 */
export function restoreScroll(top: number): () => void {
  const observer = new ResizeObserver(attempt);
  const timer = setTimeout(stop, RESTORE_TIMEOUT);
  for (const event of INTERRUPTIONS) addEventListener(event, stop, { passive: true });

  function attempt() {
    scrollTo({ top, behavior: "instant" });
    if (document.documentElement.scrollHeight - innerHeight >= top) stop();
  }

  function stop() {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of INTERRUPTIONS) removeEventListener(event, stop);
  }

  // It calls at once as well.
  observer.observe(document.body);
  attempt();
  return stop;
}
