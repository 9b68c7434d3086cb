import { type ComponentType, type RefObject, useEffect, useState } from "react";

/** The viewport, and as much again above and below it. */
const NEARBY = "100% 0px";

/**
 * Returns a component once it has loaded, which begins when its place is near the viewport. Until
 * then, and without a network, the caller shows the same content without it.
 */
export function useLazyNearby<Props>(
  place: RefObject<Element | null>,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | undefined {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    const show = async () => {
      const { default: Component } = await load();
      // The content is replaced, and would take the focus with it.
      while (element.contains(document.activeElement) && !signal.aborted)
        // oxlint-disable-next-line no-await-in-loop -- until the focus is elsewhere
        await leaveOf(element, signal);
      if (!signal.aborted) setLoaded(() => Component);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        show().catch(() => undefined);
      },
      { rootMargin: NEARBY },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      stop.abort();
    };
  }, [load, place]);
  return Loaded;
}

/** Waits until the focus has moved from one element to the next, or nowhere. */
function leaveOf(element: Element, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const options = { once: true, signal };
    element.addEventListener("focusout", () => setTimeout(resolve), options);
  });
}
