import { type RefObject, useEffect, useRef, useState } from "react";
import type Swiper from "swiper";
import type { SwiperOptions } from "swiper/types";
import { useInView } from "../motion/useInView";

/** The state of a carousel's controls. Without `live` the row only scrolls. */
export type CarouselState = { live: boolean; playing: boolean; stop: number; stops: number };

const AT_REST: CarouselState = { live: false, playing: false, stop: 0, stops: 0 };

/** Loads the library when the slides are near the viewport, and tracks its state. */
export function useSwiper(frame: RefObject<HTMLElement | null>, options: SwiperOptions) {
  const near = useInView(frame);
  const swiper = useRef<Swiper | null>(null);
  const [state, setState] = useState(AT_REST);
  const key = JSON.stringify(options);

  useEffect(() => {
    const element = frame.current;
    if (!near || !element) return;
    let gone = false;
    const begin = async () => {
      const { start } = await import("./start");
      if (gone) return;
      const made = start(element, inTextSizes(JSON.parse(key) as SwiperOptions));
      swiper.current = made;
      const follow = () => {
        hideUnseen(made);
        setState(read(made));
      };
      made.on(
        "slideChange slidesLengthChange breakpoint autoplayStart autoplayStop transitionEnd resize",
        follow,
      );
      // Slides that are entering are visible as well.
      made.on("slideChangeTransitionStart touchMove", () => hideUnseen(made));
      follow();
    };
    // Without the library the row still scrolls.
    begin().catch(() => undefined);
    return () => {
      gone = true;
      if (swiper.current) for (const slide of swiper.current.slides) slide.inert = false;
      swiper.current?.destroy();
      swiper.current = null;
      setState(AT_REST);
    };
  }, [near, frame, key]);

  return { swiper, state };
}

/** Returns the breakpoints in pixels. They scale with the text size, as those of the styles do. */
function inTextSizes(options: SwiperOptions): SwiperOptions {
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  const breakpoints = Object.entries(options.breakpoints ?? {}).map(([width, changed]) => [
    Math.round(Number(width) * scale),
    changed,
  ]);
  return { ...options, breakpoints: Object.fromEntries(breakpoints) };
}

function read(swiper: Swiper): CarouselState {
  const loops = swiper.params.loop === true;
  return {
    live: true,
    playing: swiper.autoplay.running,
    stop: loops ? swiper.realIndex : swiper.snapIndex,
    stops: loops ? swiper.slides.length : swiper.snapGrid.length,
  };
}

/** Makes slides out of view inert. */
function hideUnseen(swiper: Swiper): void {
  for (const slide of swiper.slides) {
    slide.inert = !slide.classList.contains("swiper-slide-visible");
  }
}
