import { type RefObject, useRef } from "react";
import { useShortcuts } from "~/ui/keys/useShortcuts";

/** The link of the last focused row. The keys continue there after Back from its record. */
let lastLink: string | null = null;

/** Moves the focus through the View links of the rows with j and k. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const place = useRef(0);

  function go(step: number) {
    const links = Array.from(
      list.current?.querySelectorAll<HTMLElement>("tbody td:last-child a") ?? [],
    );
    const row = document.activeElement?.closest("tr");
    const focused = links.findIndex((link) => row?.contains(link));
    const at =
      focused < 0 ? links.findIndex((link) => link.getAttribute("href") === lastLink) : focused;
    // If the focused row was removed, continues at its position.
    const target = at < 0 ? place.current - (step < 0 ? 1 : 0) : at + step;
    place.current = Math.min(Math.max(target, 0), links.length - 1);
    const next = links[place.current];
    if (!next) return;
    lastLink = next.getAttribute("href");
    next.focus({ preventScroll: true });
    next.closest("tr")?.scrollIntoView({ block: "nearest" });
  }

  useShortcuts({ next: () => go(1), previous: () => go(-1) });
}
