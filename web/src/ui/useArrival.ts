import { type RefObject, useEffect, useState } from "react";

/** "rest": as it stands without scripts. "waiting": just out of view. "arrived": in view again. */
export type Arrival = "rest" | "waiting" | "arrived";

/** How much of an element is in view when it counts as come. */
const VISIBLE = 0.2;

/**
 * Follows an element into and out of the window. Only what is out of view, but not far, waits: what
 * stood in the first window stays, and the rest of the page is whole when it is printed or captured.
 */
export function useArrival(element: RefObject<Element | null>, still: boolean): Arrival {
  const [arrival, setArrival] = useState<Arrival>("rest");
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
        if (ratio === 0) setArrival(near ? "waiting" : "rest");
        else if (known && ratio >= VISIBLE) {
          // Who jumps here finds it at rest: it has to wait for a moment to arrive.
          setArrival((now) => (now === "rest" ? "waiting" : "arrived"));
          jump = requestAnimationFrame(() => setArrival("arrived"));
        }
        known = true;
      },
      { threshold: [0, VISIBLE] },
    );
    const around = new IntersectionObserver(
      ([entry]) => {
        near = entry?.isIntersecting ?? false;
        setArrival((now) => {
          if (now === "arrived") return now;
          return near && !touches(target) ? "waiting" : "rest";
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
      setArrival("rest");
    };
  }, [element, still]);
  return arrival;
}

function touches(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
