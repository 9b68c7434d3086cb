import { useInView } from "framer-motion";
import { type ComponentType, type RefObject, useEffect, useState } from "react";

/** The viewport, and as much again above and below it. */
export const NEARBY = "100% 0px";

/**
 * Returns a component once it has loaded, which begins when its place is near the viewport. Until
 * then, and without a network, the caller shows the same content without it.
 */
export function useLazyNearby<Props>(
  place: RefObject<Element | null>,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | undefined {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const isNear = useInView(place, { once: true, margin: NEARBY });
  useEffect(() => {
    if (!isNear) return;
    load().then(
      ({ default: Component }) => {
        // The content is replaced, and would take the focus with it.
        const isFocused = place.current?.contains(document.activeElement);
        if (!isFocused) setLoaded(() => Component);
        return undefined;
      },
      () => undefined,
    );
  }, [isNear, load, place]);
  return Loaded;
}
