import type { ReactNode } from "react";

/** Slides per view, by minimum window width. */
export type PerView = Partial<Record<0 | 640 | 768 | 1024, number>>;

export type CarouselProps = {
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

/** The space between slides, in pixels. */
export const GAP = 24;

export const ONE: PerView = { 0: 1 };
