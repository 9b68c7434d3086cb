import { type RefObject, useEffect, useState } from "react";

/** "static": the initial state, also without scripts. "hidden": just out of view. "shown": in view again. */
export type RevealState = "static" | "hidden" | "shown";

/** The share of an element that must be in view to reveal it, from 0 to 1. */
const VISIBLE = 0.2;

/**
 * Tracks an element into and out of the viewport. Only elements just below it are hidden: the first
 * screen never changes, and the rest of the page is complete when printed or captured.
 */
export function useScrollReveal(element: RefObject<Element | null>, still: boolean): RevealState {
  const [state, setState] = useState<RevealState>("static");
  useEffect(() => {
    const target = element.current;
    if (!target || still) return;
    let known = false;
    let near = false;
    let jump = 0;
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        const ratio = entry.intersectionRatio;
        if (ratio === 0) setState(near ? "hidden" : "static");
        else if (known && ratio >= VISIBLE) {
          // After a jump the element is still static: hide it for one frame, so that it can
          // animate.
          setState((now) => (now === "static" ? "hidden" : "shown"));
          jump = requestAnimationFrame(() => setState("shown"));
        }
        known = true;
      },
      { threshold: [0, VISIBLE] },
    );
    const around = new IntersectionObserver(
      ([entry]) => {
        near = entry?.isIntersecting ?? false;
        setState((now) => {
          if (now === "shown") return now;
          return near && !touches(target) ? "hidden" : "static";
        });
      },
      { rootMargin: "100% 0px" },
    );
    seen.observe(target);
    around.observe(target);
    return () => {
      seen.disconnect();
      around.disconnect();
      cancelAnimationFrame(jump);
      setState("static");
    };
  }, [element, still]);
  return state;
}

function touches(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
