import { useRef } from "react";
import { classNames } from "../styles/class-names";
import styles from "./Reveal.module.css";
import type { SlideInProps } from "./SlideIn";
import { useLazyNearby } from "./useLazyNearby";

const loadSlideIn = () => import("./SlideIn");

type RevealProps = Omit<SlideInProps, "place"> & { className?: string | undefined };

/** Slides its content in whenever it scrolls into view. Without the library it just shows it. */
export function Reveal({ className, children, ...props }: RevealProps) {
  const place = useRef<HTMLDivElement>(null);
  const SlideIn = useLazyNearby(place, loadSlideIn);
  return (
    <div ref={place} className={classNames(styles.place, className)}>
      {SlideIn ? (
        // oxlint-disable-next-line react/static-components -- the hook keeps it in a state
        <SlideIn place={place} {...props}>
          {children}
        </SlideIn>
      ) : (
        <div className={styles.content}>{children}</div>
      )}
    </div>
  );
}
