import { useEffect, useRef } from "react";
import { useLocation } from "../router";
import { mainId } from "../ui/layout/Main";
import { retryFailedPages } from "./lazy-page";

/** Scrolls to the top of a new page and moves the focus there. */
export function NavigationEffects() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // The browser may restore the scroll position of the first page.
    if (shown.current === pathname) return;
    shown.current = pathname;
    retryFailedPages();
    scrollTo(0, 0);
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
