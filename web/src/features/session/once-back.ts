/** The longest delay between two attempts, in milliseconds. */
const LONGEST_PAUSE = 30_000;

/**
 * Calls `retry` once: after a delay that doubles with each failure, or when the network returns or
 * the page becomes visible. Returns a function that cancels it.
 */
export function onceBack(failures: number, retry: () => void): () => void {
  const timer = setTimeout(fire, Math.min(1000 * 2 ** failures, LONGEST_PAUSE));
  addEventListener("online", fire);
  document.addEventListener("visibilitychange", fireIfVisible);

  function fireIfVisible() {
    if (document.visibilityState === "visible") fire();
  }
  function fire() {
    stop();
    retry();
  }
  function stop() {
    clearTimeout(timer);
    removeEventListener("online", fire);
    document.removeEventListener("visibilitychange", fireIfVisible);
  }
  return stop;
}
