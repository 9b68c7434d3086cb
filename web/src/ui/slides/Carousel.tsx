import { Children, type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from "react";
import { REDUCED_MOTION, useMediaQuery } from "../motion/useMediaQuery";
import styles from "./Carousel.module.css";
import { Controls } from "./Controls";
import { useSwiper } from "./useSwiper";

/** Slides per view, by minimum window width. */
type PerView = Partial<Record<0 | 640 | 768 | 1024, number>>;

type CarouselProps = {
  label: string;
  /** Time between transitions, in milliseconds. */
  delay: number;
  /** Duration of a transition, in milliseconds. */
  speed?: number;
  loop?: boolean;
  perView?: PerView;
  /** Whether there is a button for every position. */
  pagination?: boolean;
  /** Whether it continues to play after a visitor has moved it. */
  continueAfterInteraction?: boolean;
  /** The slides. */
  children: ReactNode;
};

const GAP = 24;
const ONE = { 0: 1 };

/** A carousel that plays by itself, unless reduced motion is preferred. Without scripts the row scrolls. */
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

  function move({ key }: KeyboardEvent) {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    stop();
    if (key === "ArrowLeft") swiper.current?.slidePrev();
    else swiper.current?.slideNext();
  }

  const stop = () => swiper.current?.autoplay.stop();

  return (
    // A group instead of a landmark: the enclosing section usually has the same name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its buttons
    <div
      className={styles.carousel}
      role="group"
      aria-label={label}
      aria-roledescription="carousel"
      style={columns(perView)}
      onKeyDown={move}
      // It plays on only by its button, as WAI-ARIA's pattern has it. A press is no keyboard focus.
      onFocus={({ target }) => target.matches(":focus-visible") && stop()}
    >
      <div
        ref={frame}
        className={styles.frame}
        data-live={state.live || undefined}
        // A scrollable region must be focusable.
        tabIndex={state.live ? undefined : 0}
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

/** Gives the slides their final width before the library has loaded. */
function columns(perView: PerView): CSSProperties {
  const widths = Object.entries(perView).map(([width, count]) => [`--from-${width}`, count]);
  return { "--slide-gap": `${GAP}px`, ...Object.fromEntries(widths) } as CSSProperties;
}
