import { useInView } from "framer-motion";
import type { RefObject } from "react";
import { NEARBY } from "./useLazyNearby";
import { REDUCED_MOTION, useMediaQuery } from "./useMediaQuery";

/**
 * Returns whether an element is just out of view, to hide it until it scrolls into view. The first
 * screen never changes, and the rest of the page is complete when printed or captured. Never with
 * reduced motion.
 */
export function useIsAhead(element: RefObject<Element | null>): boolean {
  const isVisible = useInView(element);
  const isNear = useInView(element, { margin: NEARBY });
  const isStill = useMediaQuery(REDUCED_MOTION);
  return isNear && !isVisible && !isStill;
}
