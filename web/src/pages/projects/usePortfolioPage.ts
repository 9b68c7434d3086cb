import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { NavigationType, useLocation, useNavigationType } from "../../router";
import { links } from "virtual:portfolio-pages";
import { scrollBehavior } from "../../ui/motion/scroll";

const nothing = () => () => undefined;

/**
 * Returns the page of the portfolio from the query string, or 1 if there is no such page. The
 * prerendered HTML does not know the query, so `settled` is false until it has been read.
 */
export function usePortfolioPage() {
  const { search } = useLocation();
  const settled = useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
  const wanted = new URLSearchParams(search).get("page");
  const asked = links.findIndex((_, index) => String(index + 1) === wanted);
  const page = settled ? Math.max(asked, 0) + 1 : 1;
  const heading = useRef<HTMLHeadingElement>(null);
  useSmoothStart(page, settled, heading);
  return { page, settled, heading };
}

/** Scrolls to the top of a new page. Back and Forward keep their scroll position. */
function useSmoothStart(
  page: number,
  settled: boolean,
  heading: RefObject<HTMLHeadingElement | null>,
) {
  const type = useNavigationType();
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (!settled) return;
    const changed = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    if (!changed || type === NavigationType.Pop) return;
    // The link that was followed may no longer exist.
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: scrollBehavior() });
  }, [page, settled, type, heading]);
}
