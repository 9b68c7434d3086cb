import { useEffect, useRef } from "react";
import { useScrollReveal } from "~/ui/motion/useScrollReveal";
import { REDUCED_MOTION, useMediaQuery } from "~/ui/motion/useMediaQuery";

const MILLISECONDS = 1200;

/** A figure that counts up when it scrolls into view. The final value is in the markup. */
export function Counter({ value, suffix }: { value: number; suffix: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const still = useMediaQuery(REDUCED_MOTION);
  const state = useScrollReveal(place, still);

  useEffect(() => {
    const element = place.current;
    if (!element || state === "static") return;
    const show = (figure: number) => {
      element.textContent = `${figure}${suffix}`;
    };
    show(0);
    let frame = 0;
    if (state === "shown") {
      const start = performance.now();
      const step = (now: number) => {
        const part = Math.min(Math.max((now - start) / MILLISECONDS, 0), 1);
        show(Math.round(value * (1 - (1 - part) ** 3)));
        if (part < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    }
    return () => {
      cancelAnimationFrame(frame);
      show(value);
    };
  }, [state, suffix, value]);

  return (
    // A single text node, which React does not touch while it is rewritten.
    <span ref={place}>{`${value}${suffix}`}</span>
  );
}
