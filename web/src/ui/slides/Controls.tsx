import left from "bootstrap-icons/icons/arrow-left.svg?raw";
import right from "bootstrap-icons/icons/arrow-right.svg?raw";
import pause from "bootstrap-icons/icons/pause-fill.svg?raw";
import play from "bootstrap-icons/icons/play-fill.svg?raw";
import type { RefObject } from "react";
import type Swiper from "swiper";
import { Icon } from "../Icon";
import styles from "./Controls.module.css";
import type { CarouselState } from "./useSwiper";

type ControlsProps = {
  swiper: RefObject<Swiper | null>;
  state: CarouselState;
  pagination: boolean;
};

/** The buttons of a carousel: previous, next and pause. Their space is reserved until it is ready. */
export function Controls({ swiper, state, pagination }: ControlsProps) {
  const { live, playing, stop, stops } = state;

  function toggle() {
    if (playing) swiper.current?.autoplay.stop();
    else swiper.current?.autoplay.start();
  }

  return (
    <div className={styles.controls} data-live={live || undefined}>
      <Control label={playing ? "Pause" : "Play"} svg={playing ? pause : play} onClick={toggle} />
      <Control label="Previous" svg={left} onClick={() => swiper.current?.slidePrev()} />
      <Control label="Next" svg={right} onClick={() => swiper.current?.slideNext()} />
      {pagination && (
        <ul className={styles.dots}>
          {Array.from({ length: stops }, (_, index) => (
            <li key={index}>
              <button
                type="button"
                className={styles.dot}
                aria-label={`Go to ${index + 1}`}
                aria-current={index === stop || undefined}
                onClick={() => swiper.current?.slideToLoop(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Control({ label, svg, onClick }: { label: string; svg: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.control} aria-label={label} onClick={onClick}>
      <Icon svg={svg} />
    </button>
  );
}
