import { portfolioPageSize as pageSize } from "@rules/rules.json";
import { type MouseEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { projectCards } from "~/content/projects/cards";
import { scrollBehavior } from "~/ui/motion/scroll";

/** The number of pages. */
export const pageCount = Math.ceil(projectCards.length / pageSize);

const nothing = () => () => undefined;

/**
 * Returns the page of the portfolio from the query string, or 1 if there is no such page. The
 * prerendered HTML does not know the query, so `settled` is false until it has been read. `showGrid`
 * scrolls to the projects, also after the first page was opened.
 */
export function usePortfolioPage() {
  const { search } = useLocation();
  const settled = useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
  const wanted = new URLSearchParams(search).get("page") ?? "";
  const isPage = /^[1-9]\d*$/.test(wanted) && Number(wanted) <= pageCount;
  const page = settled && isPage ? Number(wanted) : 1;
  const heading = useRef<HTMLHeadingElement>(null);
  const isGridWanted = useRef(false);
  const type = useNavigationType();
  const shown = useRef<number>(undefined);

  // A new page starts at its top or its projects. Back and Forward keep their scroll position.
  useEffect(() => {
    if (!settled) return;
    const changed = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    if (!changed || type === NavigationType.Pop) return;
    // The link that was followed may no longer exist.
    heading.current?.focus({ preventScroll: true });
    if (isGridWanted.current) scrollToGrid(heading);
    else scrollTo({ top: 0, behavior: scrollBehavior() });
    isGridWanted.current = false;
  }, [page, settled, type]);

  function showGrid({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
    // Those open another tab or window.
    if (ctrlKey || metaKey || shiftKey || altKey) return;
    isGridWanted.current = page > 1;
    scrollToGrid(heading);
  }
  return { page, settled, heading, showGrid };
}

function scrollToGrid(heading: RefObject<HTMLHeadingElement | null>) {
  heading.current?.scrollIntoView({ behavior: scrollBehavior() });
}
