import { Children, type CSSProperties, type ReactNode, useRef } from "react";
import { useLazyNearby } from "../motion/useLazyNearby";
import { classNames } from "../styles/class-names";
import { type CarouselProps, GAP, ONE, type PerView } from "./carousel-options";
import "swiper/swiper.css";
import styles from "./Carousel.module.css";

const loadSlides = () => import("./Slides");

/** A carousel that plays by itself, unless reduced motion is preferred. Without scripts the row scrolls. */
export function Carousel(props: CarouselProps) {
  const { label, perView = ONE, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const Slides = useLazyNearby(place, loadSlides);
  return (
    // A group instead of a landmark: the enclosing section usually has the same name.
    <div
      ref={place}
      className={styles.carousel}
      role="group"
      aria-label={label}
      aria-roledescription="carousel"
      style={columns(perView)}
    >
      {Slides ? (
        // oxlint-disable-next-line react/static-components -- the hook keeps it in a state
        <Slides {...props} />
      ) : (
        <Row>{children}</Row>
      )}
    </div>
  );
}

/** The slides before the library has loaded, in the places that it will give them. */
function Row({ children }: { children: ReactNode }) {
  const slides = Children.toArray(children);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable */}
      <div className={classNames("swiper", styles.row)} tabIndex={0}>
        <div className="swiper-wrapper">
          {slides.map((slide, index) => (
            <div
              key={(slide as { key?: string }).key ?? index}
              className={classNames("swiper-slide", styles.slide)}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.controls} />
    </>
  );
}

/** Gives the slides their final width before the library has loaded. */
function columns(perView: PerView): CSSProperties {
  const widths = Object.entries(perView).map(([width, count]) => [`--from-${width}`, count]);
  return { "--slide-gap": `${GAP}px`, ...Object.fromEntries(widths) } as CSSProperties;
}
