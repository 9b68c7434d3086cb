import { type RefObject, useEffect, useState } from "react";
import { REDUCED_MOTION, useMediaQuery } from "./useMediaQuery";

/** The share of an element that has to be in view. */
const SHARE = 0.2;

/** Reports an element at every hundredth, because half a window can be less than a fifth of it. */
const threshold = Array.from({ length: SHARE * 100 + 1 }, (_, index) => index / 100);

/**
 * Returns whether an element has yet to scroll into view: from when nothing of it is in view until a
 * fifth is, or until it fills half the window. So what is in the first window never changes. Never
 * with reduced motion.
 */
export function useIsAhead(place: RefObject<Element | null>): boolean {
  const [isAhead, setIsAhead] = useState(false);
  const isStill = useMediaQuery(REDUCED_MOTION);

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, intersectionRatio, intersectionRect } of entries) {
          const isIn = intersectionRatio >= SHARE || intersectionRect.height >= innerHeight / 2;
          if (isIn || !isIntersecting) setIsAhead(!isIntersecting);
        }
      },
      { threshold },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isAhead && !isStill;
}
