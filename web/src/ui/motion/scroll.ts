import { REDUCED_MOTION } from "./useMediaQuery";

/** Returns the scroll behavior: smooth, unless reduced motion is preferred. */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia(REDUCED_MOTION).matches ? "instant" : "smooth";
}
