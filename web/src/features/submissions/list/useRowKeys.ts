import { type RefObject, useRef } from "react";
import { useKeys } from "../../../ui/keys/useKeys";

/** The last row: coming back from its record, the keys go on from there. */
let last: string | null = null;

/** Has j and k move the focus through the rows of a list, whose links Enter then follows. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  const place = useRef(0);

  function go(step: number) {
    const ways = Array.from(list.current?.querySelectorAll<HTMLElement>("tbody a") ?? []);
    const row = document.activeElement?.closest("tr");
    const focused = ways.findIndex((way) => row?.contains(way));
    const at = focused < 0 ? ways.findIndex((way) => way.getAttribute("href") === last) : focused;
    // Where an action has removed the row, another one has taken its place.
    const target = at < 0 ? place.current - (step < 0 ? 1 : 0) : at + step;
    place.current = Math.min(Math.max(target, 0), ways.length - 1);
    const next = ways[place.current];
    if (!next) return;
    last = next.getAttribute("href");
    next.focus({ preventScroll: true });
    next.closest("tr")?.scrollIntoView({ block: "nearest" });
  }

  useKeys({ j: () => go(1), k: () => go(-1) });
}
