import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "../styles/class-names";
import styles from "./Reveal.module.css";
import { useScrollReveal } from "./useScrollReveal";
import { REDUCED_MOTION, useMediaQuery } from "./useMediaQuery";

const SECONDS = 0.7;
const AWAY = {
  left: "translateX(-3.5rem)",
  right: "translateX(3.5rem)",
  below: "translateY(2.5rem)",
};

const loadMotion = () => import("framer-motion/dom/mini");

type RevealProps = {
  /** Delay in seconds. */
  delay?: number;
  /** The direction of the slide. */
  from?: keyof typeof AWAY;
  className?: string | undefined;
  children: ReactNode;
};

/** Fades and slides its content in whenever it scrolls into view. */
export function Reveal({ delay = 0, from = "below", className, children }: RevealProps) {
  const place = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const still = useMediaQuery(REDUCED_MOTION);
  const state = useScrollReveal(place, still);

  useEffect(() => {
    const element = content.current;
    if (!element || state === "static") return;
    element.style.opacity = "0";
    element.style.transform = AWAY[from];
    // Starts to load the library early. Without it nothing slides.
    const motion = loadMotion().catch(() => undefined);
    let gone = false;
    let stop: (() => void) | undefined;
    const arrive = async () => {
      const library = await motion;
      if (gone) return;
      show(element);
      const frames = { opacity: [0, 1], transform: [AWAY[from], "none"] };
      const run = library?.animate(element, frames, { duration: SECONDS, delay, ease: "easeOut" });
      stop = () => run?.cancel();
    };
    if (state === "shown") void arrive();
    return () => {
      gone = true;
      stop?.();
      show(element);
    };
  }, [state, delay, from]);

  return (
    // The wrapper does not move, so that the motion does not change what is in view.
    <div ref={place} className={classNames(styles.place, className)}>
      <div ref={content} className={styles.content}>
        {children}
      </div>
    </div>
  );
}

function show(element: HTMLElement) {
  element.style.removeProperty("opacity");
  element.style.removeProperty("transform");
}
