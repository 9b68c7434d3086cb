import { useCallback, useSyncExternalStore } from "react";

/** Asks the system for less motion. */
export const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/** Whether a media query holds. Before the scripts run it is taken not to. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
