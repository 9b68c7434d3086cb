import { Children, type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from "react";
import { REDUCED_MOTION, useMediaQuery } from "../motion/useMediaQuery";
import styles from "./Carousel.module.css";
import { Controls } from "./Controls";
import { useSwiper } from "./useSwiper";

/** Slides shown side by side, from a window's width on. */
type PerView = Partial<Record<0 | 640 | 768 | 1024, number>>;

type CarouselProps = {
  label: string;
  /** Milliseconds that a slide stays. */
  delay: number;
  /** Milliseconds that a change takes. */
  speed?: number;
  loop?: boolean;
  perView?: PerView;
  /** Whether there is a button for every stop. */
  pagination?: boolean;
  /** Whether it goes on by itself after a visitor has moved it. */
  continueAfterInteraction?: boolean;
  /** The slides. */
  children: ReactNode;
};

const GAP = 24;
const ONE = { 0: 1 };

/**
 * A row of slides that moves by itself, and stands still for those who want less motion. Before the
 * scripts come, and without them, the row scrolls.
 */
export function Carousel(props: CarouselProps) {
  const { label, delay, speed = 300, loop = false, perView = ONE, pagination = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const still = useMediaQuery(REDUCED_MOTION);
  const { swiper, state } = useSwiper(frame, {
    speed: still ? 0 : speed,
    loop,
    spaceBetween: GAP,
    slidesPerView: perView[0] ?? 1,
    breakpoints: Object.fromEntries(
      Object.entries(perView).map(([width, slidesPerView]) => [width, { slidesPerView }]),
    ),
    autoplay: {
      enabled: !still,
      delay,
      disableOnInteraction: !props.continueAfterInteraction,
      pauseOnMouseEnter: true,
    },
  });
  const slides = Children.toArray(props.children);

  function move(event: KeyboardEvent) {
    if (event.key === "ArrowLeft") swiper.current?.slidePrev();
    if (event.key === "ArrowRight") swiper.current?.slideNext();
  }

  return (
    // A group and no landmark: it stands in a section that mostly bears the same name.
    <div
      className={styles.carousel}
      role="group"
      aria-label={label}
      aria-roledescription="carousel"
      style={columns(perView)}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons do the same */}
      <div
        ref={frame}
        className={styles.frame}
        data-live={state.live || undefined}
        // What scrolls must scroll by keyboard too.
        tabIndex={state.live ? undefined : 0}
        onKeyDown={move}
        onFocus={() => swiper.current?.autoplay.pause()}
        onBlur={() => swiper.current?.autoplay.resume()}
      >
        <div className={styles.track} aria-live={state.live && !state.playing ? "polite" : "off"}>
          {slides.map((slide, index) => (
            <div
              key={(slide as { key?: string }).key ?? index}
              className={styles.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
      <Controls swiper={swiper} state={state} pagination={pagination} />
    </div>
  );
}

/** So that the slides are as wide before the library comes as they will be after. */
function columns(perView: PerView): CSSProperties {
  const widths = Object.entries(perView).map(([width, count]) => [`--from-${width}`, count]);
  return { "--slide-gap": `${GAP}px`, ...Object.fromEntries(widths) } as CSSProperties;
}
