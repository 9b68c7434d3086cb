import { Component, useEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { safeSessionStorage } from "../state/safe-storage";
import { mainId } from "../ui/Main";

const STORAGE_KEY = "scroll-positions";

/** How long a page may take to become as long as it was, in milliseconds. */
const RESTORE_TIMEOUT = 10_000;

/** What ends a restoration: the visitor scrolls. */
const INTERRUPTIONS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Scroll positions by history entry. */
const positions = Object(safeSessionStorage.getJson(STORAGE_KEY)) as Record<string, number>;

/** The location that was shown last, in any layout. */
let shown: { key: string; pathname: string; search: string } | undefined;

/**
 * Scrolls to the top of a new page, or of the same one for a link to it, and moves the focus to a new
 * page; Back and Forward restore the scroll position. The router has this only for apps with loaders.
 * Rendered together with the page, so that it does not run before the page's chunk is loaded.
 */
export function ScrollRestoration() {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const entry = `${key} ${pathname}`;

  useEffect(() => {
    // Otherwise the browser scrolls the former page while the next one loads.
    const enter = () => {
      history.scrollRestoration = "manual";
    };
    // A reload is restored by the browser, before scripts run.
    const leave = () => {
      history.scrollRestoration = "auto";
    };
    enter();
    addEventListener("pageshow", enter);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pageshow", enter);
      removeEventListener("pagehide", leave);
    };
  }, []);

  useEffect(() => {
    const former = shown;
    shown = { key, pathname, search };
    if (former?.key === key) return;
    const isOtherPage = former && former.pathname !== pathname;
    if (isOtherPage) document.getElementById(mainId)?.focus({ preventScroll: true });
    const isReturn = former ? type === NavigationType.Pop : isRevisit();
    if (isReturn) return restoreScroll(positions[entry] ?? 0);
    // The same address again: its link was followed once more, or before the page between was there.
    if (isOtherPage || former?.search === search) scrollTo(0, 0);
    return undefined;
  }, [key, pathname, search, type, entry]);

  useEffect(() => {
    // It may be the last that happens to this document.
    const save = () => savePosition(entry);
    document.addEventListener("visibilitychange", save);
    return () => document.removeEventListener("visibilitychange", save);
  }, [entry]);
  return <LeavingPosition entry={entry} />;
}

/** Saves the position when a page gives way to the next one. Only a class is asked before the document changes. */
class LeavingPosition extends Component<{ entry: string }> {
  override getSnapshotBeforeUpdate({ entry }: { entry: string }) {
    if (entry !== this.props.entry) savePosition(entry);
    return null;
  }

  override componentDidUpdate() {
    // React wants this with a snapshot.
  }

  override componentWillUnmount() {
    savePosition(this.props.entry);
  }

  override render() {
    return null;
  }
}

function savePosition(entry: string) {
  positions[entry] = Math.round(scrollY);
  safeSessionStorage.set(STORAGE_KEY, JSON.stringify(positions));
}

/** Returns whether the browser has loaded this document before. */
function isRevisit(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" || entry?.type === "back_forward";
}

/**
 * Scrolls to a position, again and again while the page is not long enough yet. Returns a function
 * that gives up.
 */
function restoreScroll(top: number): () => void {
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
