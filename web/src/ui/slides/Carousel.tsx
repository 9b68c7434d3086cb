import {
  Children,
  type CSSProperties,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
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
  const [first, setFirst] = useState(0);
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
        <Slides {...props} first={first} />
      ) : (
        <Row onScroll={setFirst}>{children}</Row>
      )}
    </div>
  );
}

type RowProps = {
  /** Called with the index of the first slide in view. */
  onScroll: (index: number) => void;
  children: ReactNode;
};

/** The slides before the library has loaded, in the places that it will give them. */
function Row({ onScroll, children }: RowProps) {
  const slides = Children.toArray(children);
  const row = useRef<HTMLDivElement>(null);

  function follow({ scrollLeft, scrollWidth }: Element) {
    onScroll(Math.round(scrollLeft / ((scrollWidth + GAP) / slides.length)));
  }

  // It may have been scrolled before hydration.
  const followFirst = useEffectEvent(() => row.current && follow(row.current));
  useEffect(() => void followFirst(), []);

  return (
    <>
      <div
        ref={row}
        className={classNames("swiper", styles.row)}
        role="group"
        aria-label="Slides"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable
        tabIndex={0}
        onScroll={({ currentTarget }) => follow(currentTarget)}
      >
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
