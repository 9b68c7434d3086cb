import Swiper from "swiper";
import { Autoplay } from "swiper/modules";
import type { SwiperOptions } from "swiper/types";
import styles from "./Carousel.module.css";

/** Starts a carousel. */
export function start(element: HTMLElement, options: SwiperOptions): Swiper {
  return new Swiper(element, {
    ...options,
    modules: [Autoplay],
    wrapperClass: styles.track ?? "",
    slideClass: styles.slide ?? "",
    watchSlidesProgress: true,
  });
}
