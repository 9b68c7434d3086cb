import pauseIcon from "bootstrap-icons/icons/pause-fill.svg?icon";
import playIcon from "bootstrap-icons/icons/play-fill.svg?icon";
import nextIcon from "bootstrap-icons/icons/arrow-right.svg?icon";
import previousIcon from "bootstrap-icons/icons/arrow-left.svg?icon";
import { Children, type FocusEvent, useId, useRef, useState } from "react";
import type { Swiper as SwiperInstance } from "swiper";
import { A11y, Autoplay, Keyboard, Navigation, Pagination } from "swiper/modules";
import { Swiper, SwiperSlide } from "swiper/react";
import { Icon } from "../Icon";
import { REDUCED_MOTION, useMediaQuery } from "../motion/useMediaQuery";
import styles from "./Carousel.module.css";
import { type CarouselProps, GAP, ONE, type PerView } from "./carousel-options";

const a11y = {
  prevSlideMessage: "Previous",
  nextSlideMessage: "Next",
  slideLabelMessage: "{{index}} of {{slidesLength}}",
  itemRoleDescriptionMessage: "slide",
  paginationBulletMessage: "Go to {{index}}",
};

/** The slides of a carousel with their controls. */
export default function Slides({
  delay,
  speed = 300,
  loop = false,
  perView = ONE,
  pagination = false,
  continueAfterInteraction = false,
  first,
  children,
}: CarouselProps & {
  /** The index of the slide to begin with. */
  first: number;
}) {
  const id = useId();
  const isStill = useMediaQuery(REDUCED_MOTION);
  const swiper = useRef<SwiperInstance>(null);
  const [isPlaying, setIsPlaying] = useState(false);

  function toggle() {
    if (isPlaying) swiper.current?.autoplay.stop();
    else swiper.current?.autoplay.start();
  }

  function enter({ target }: FocusEvent) {
    swiper.current?.keyboard.enable();
    // It plays on only by its button, as WAI-ARIA's pattern has it. A press is no keyboard focus.
    if (target.matches(":focus-visible")) swiper.current?.autoplay.stop();
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) swiper.current?.keyboard.disable();
  }

  return (
    <div className={styles.parts} onFocus={enter} onBlur={leave}>
      <Swiper
        key={`${isStill}`}
        className={styles.live}
        modules={[A11y, Autoplay, Keyboard, Navigation, Pagination]}
        a11y={a11y}
        autoplay={{
          enabled: !isStill,
          delay,
          disableOnInteraction: !continueAfterInteraction,
          pauseOnMouseEnter: true,
        }}
        keyboard={{ enabled: false, onlyInViewport: false, pageUpDown: false }}
        navigation={{ prevEl: `#${id}-previous`, nextEl: `#${id}-next` }}
        pagination={
          pagination && {
            el: `#${id}-dots`,
            clickable: true,
            bulletElement: "button",
            bulletClass: styles.dot ?? "",
          }
        }
        speed={isStill ? 0 : speed}
        loop={loop}
        rewind={!loop}
        initialSlide={first}
        spaceBetween={GAP}
        breakpoints={inTextSizes(perView)}
        watchSlidesProgress
        onSwiper={(made) => {
          swiper.current = made;
        }}
        onAutoplayStart={({ wrapperEl }) => {
          setIsPlaying(true);
          wrapperEl.ariaLive = "off";
        }}
        onAutoplayStop={({ wrapperEl }) => {
          setIsPlaying(false);
          wrapperEl.ariaLive = "polite";
        }}
      >
        {Children.map(children, (slide) => (
          <SwiperSlide className={styles.slide}>{slide}</SwiperSlide>
        ))}
      </Swiper>
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.control}
          aria-label={isPlaying ? "Pause" : "Play"}
          onClick={toggle}
        >
          <Icon svg={isPlaying ? pauseIcon : playIcon} />
        </button>
        <button type="button" id={`${id}-previous`} className={styles.control}>
          <Icon svg={previousIcon} />
        </button>
        <button type="button" id={`${id}-next`} className={styles.control}>
          <Icon svg={nextIcon} />
        </button>
        {pagination && <div id={`${id}-dots`} className={styles.dots} />}
      </div>
    </div>
  );
}

/** Returns the breakpoints in pixels. They scale with the text size, as those of the styles do. */
function inTextSizes(perView: PerView) {
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  const breakpoints = Object.entries(perView).map(([width, slidesPerView]) => [
    Math.round(Number(width) * scale),
    { slidesPerView },
  ]);
  return Object.fromEntries(breakpoints) as Record<number, { slidesPerView: number }>;
}
