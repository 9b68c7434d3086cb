import type { AnimationPlaybackControls } from "framer-motion";
import { useEffect, useRef, useState } from "react";
import { useIsAhead } from "~/ui/motion/useIsAhead";
import styles from "./AboutPage.module.css";

const SECONDS = 1.2;

/** A figure that counts up when it scrolls into view. Only its look: the final value is in the text. */
export function Counter({ value, suffix }: { value: number; suffix: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const isAhead = useIsAhead(place);
  const counting = useRef<AnimationPlaybackControls>(undefined);
  const [count, setCount] = useState(value);

  useEffect(() => {
    if (!isAhead) {
      counting.current?.play();
      return;
    }
    let isGone = false;
    const prepare = async () => {
      const { animate, easeOut } = await import("framer-motion/dom");
      if (isGone) return;
      counting.current?.stop();
      setCount(0);
      counting.current = animate(0, value, {
        autoplay: false,
        duration: SECONDS,
        ease: easeOut,
        onUpdate: (latest) => setCount(Math.round(latest)),
      });
    };
    // Without the library it does not count.
    prepare().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [isAhead, value]);

  const shown = count === value ? undefined : `${count}${suffix}`;
  return (
    <span ref={place} className={styles.counter} data-shown={shown}>
      <span>{`${value}${suffix}`}</span>
    </span>
  );
}
