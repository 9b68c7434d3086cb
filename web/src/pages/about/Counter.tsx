import type { AnimationPlaybackControls } from "framer-motion";
import { useEffect, useRef, useState } from "react";
import { useIsAhead } from "~/ui/motion/useIsAhead";

const SECONDS = 1.2;

/** A figure that counts up when it scrolls into view. The final value is in the markup. */
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

  return <span ref={place}>{`${count}${suffix}`}</span>;
}
