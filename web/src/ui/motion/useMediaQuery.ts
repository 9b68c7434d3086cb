import { useCallback, useSyncExternalStore } from "react";

/** The media query for reduced motion. */
export const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/** The media query for the bar of public pages and the sidebar, as `--tablet` of the style sheets. */
export const TABLET = "(min-width: 48em)";

/** Returns whether a media query matches. False before hydration. */
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
