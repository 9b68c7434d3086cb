import { useSyncExternalStore } from "react";

const THRESHOLD = 50;

function subscribe(listener: () => void) {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}

/** Returns whether the page is scrolled far enough for the compact bar. */
export function useScrolled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => scrollY > THRESHOLD,
    () => false,
  );
}
