import type { RefObject } from "react";
import { useKeys } from "../../../ui/keys/useKeys";

/** The row that they came to last: whoever comes back from its record goes on from there. */
let last: string | null = null;

/** Has j and k go through the rows of a list, whose links Enter then follows. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  function go(step: number) {
    const ways = Array.from(list.current?.querySelectorAll<HTMLElement>("tbody a") ?? []);
    const row = document.activeElement?.closest("tr");
    const focused = ways.findIndex((way) => row?.contains(way));
    const at = focused < 0 ? ways.findIndex((way) => way.getAttribute("href") === last) : focused;
    const next = ways[at < 0 ? 0 : Math.min(Math.max(at + step, 0), ways.length - 1)];
    if (!next) return;
    last = next.getAttribute("href");
    next.focus({ preventScroll: true });
    next.closest("tr")?.scrollIntoView({ block: "nearest" });
  }

  useKeys({ j: () => go(1), k: () => go(-1) });
}
