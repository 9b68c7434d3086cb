/** How long a page may take to become as long as it was, in milliseconds. */
const RESTORE_TIMEOUT = 10_000;

/** What ends a restoration: the visitor scrolls. */
const INTERRUPTIONS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const STORAGE_KEY = "scroll-positions";

/** Scroll positions by history entry. */
let positions: Map<string, number> | undefined;

/** Positions are in the tab's storage only while no document of the site is shown. */
function knownPositions(): Map<string, number> {
  if (positions) return positions;
  const known = new Map<string, number>(takeStored());
  addEventListener("pagehide", () => store(known));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") store(known);
    else takeStored();
  });
  positions = known;
  return known;
}

function store(known: ReadonlyMap<string, number>) {
  try {
    if (known.size > 0) sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...known]));
  } catch {
    // Storage is denied or full. Pages start at their top.
  }
}

function takeStored(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    sessionStorage.removeItem(STORAGE_KEY);
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

const entry = (key: string, pathname: string) => `${key} ${pathname}`;

/** Returns the router's key of the current history entry. */
export function currentKey(): string {
  return (history.state as { key?: string } | null)?.key ?? "default";
}

/** Returns the scroll position of a history entry. */
export function readPosition(key: string, pathname: string): number {
  return knownPositions().get(entry(key, pathname)) ?? 0;
}

/** Remembers the scroll position of a history entry. */
export function writePosition(key: string, pathname: string): void {
  knownPositions().set(entry(key, pathname), Math.round(scrollY));
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
