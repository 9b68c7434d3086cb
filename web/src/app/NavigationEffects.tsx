import { useEffect, useRef } from "react";
import { useLocation } from "../router";
import { mainId } from "../ui/layout/Main";
import { retryFailedPages } from "./lazy-page";

/** Brings a new page into view from its top, and the focus with it. */
export function NavigationEffects() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // The first page is the browser's business: it may restore a position.
    if (shown.current === pathname) return;
    shown.current = pathname;
    retryFailedPages();
    scrollTo(0, 0);
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
