import { REDUCED_MOTION } from "./useMediaQuery";

/** How the page moves to another place: smoothly, unless less motion is asked for. */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia(REDUCED_MOTION).matches ? "instant" : "smooth";
}
