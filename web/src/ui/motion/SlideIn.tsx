import { domAnimation, LazyMotion, MotionConfig } from "framer-motion";
import * as m from "framer-motion/m";
import type { ReactNode, RefObject } from "react";
import styles from "./Reveal.module.css";
import { useIsAhead } from "./useIsAhead";

const SECONDS = 0.7;
const AWAY = { left: { x: "-3.5rem" }, right: { x: "3.5rem" }, below: { y: "2.5rem" } };

export type SlideInProps = {
  /** What has to scroll into view. It does not move itself. */
  place: RefObject<Element | null>;
  /** Delay in seconds. */
  delay?: number | undefined;
  /** The direction of the slide. */
  from?: keyof typeof AWAY | undefined;
  children: ReactNode;
};

/** Fades and slides its content in whenever its place scrolls into view. */
export default function SlideIn({ place, delay = 0, from = "below", children }: SlideInProps) {
  const isAhead = useIsAhead(place);
  const variants = {
    away: { opacity: 0, ...AWAY[from], transition: { duration: 0 } },
    shown: { opacity: 1, x: 0, y: 0, transition: { duration: SECONDS, delay, ease: "easeOut" } },
  } as const;
  return (
    <LazyMotion features={domAnimation} strict>
      <MotionConfig reducedMotion="user">
        <m.div
          className={styles.content}
          variants={variants}
          initial={false}
          animate={isAhead ? "away" : "shown"}
        >
          {children}
        </m.div>
      </MotionConfig>
    </LazyMotion>
  );
}
