import { useLayoutEffect, useSyncExternalStore } from "react";

type Parts = { name?: string | undefined; count?: string | undefined };

let parts: Parts = {};
const listeners = new Set<() => void>();

function change(part: Parts) {
  parts = { ...parts, ...part };
  for (const tell of listeners) tell();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The title of a frame around pages, with what the page in it is called and how much is new there. */
export function useTitle(frame: string): string {
  const { name, count } = useSyncExternalStore(listen, () => parts);
  const title = name ? `${name} | ${frame}` : frame;
  return count ? `(${count}) ${title}` : title;
}

/** Calls the page within its frame's title, so that its tab is told from others. */
export function usePageName(name: string | undefined): void {
  useLayoutEffect(() => {
    change({ name });
    return () => change({ name: undefined });
  }, [name]);
}

/** Puts a number before the title, for whoever looks at another tab. */
export function useTitleCount(count: string | undefined): void {
  useLayoutEffect(() => {
    change({ count });
    return () => change({ count: undefined });
  }, [count]);
}
