import { type RefObject, useEffect, useState } from "react";

/** "static": as it stands without scripts. "hidden": just out of view. "shown": in view again. */
export type RevealState = "static" | "hidden" | "shown";

/** How much of an element is in view when it counts as come. */
const VISIBLE = 0.2;

/**
 * Follows an element into and out of the window. Only what is out of view, but not far, waits: what
 * stood in the first window stays, and the rest of the page is whole when it is printed or captured.
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
          // Who jumps here finds it at rest: it has to wait for a moment to arrive.
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
