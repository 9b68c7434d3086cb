import { useEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "../router";
import { mainId } from "../ui/layout/Main";
import { retryFailedPages } from "./lazy-page";
import { currentKey, readPosition, restoreScroll, writePosition } from "./scroll-positions";

/** The page that was shown last, in any layout. */
let shown: { key: string; pathname: string } | undefined;

/**
 * Scrolls to the top of a new page and moves the focus there; Back and Forward restore the scroll
 * position. Rendered together with the page, so that it does not run before its chunk is loaded.
 */
export function NavigationEffects() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    const position = readPosition(key, pathname);
    const former = shown;
    shown = { key, pathname };
    if (former?.key === key) return;
    const isRestored = former ? type === NavigationType.Pop : isRevisit();
    if (former && former.pathname !== pathname) {
      retryFailedPages();
      if (!isRestored) scrollTo(0, 0);
      document.getElementById(mainId)?.focus({ preventScroll: true });
    }
    return isRestored ? restoreScroll(position) : undefined;
  }, [key, pathname, type]);

  useEffect(() => {
    const save = () => {
      // Between Back and the next page, the browser already scrolls, but on the former page.
      if (currentKey() === key) writePosition(key, pathname);
    };
    addEventListener("scroll", save, { passive: true });
    return () => removeEventListener("scroll", save);
  }, [key, pathname]);
  return null;
}

/** Returns whether the browser has loaded this document before. It restores only what is there early. */
function isRevisit(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" || entry?.type === "back_forward";
}
