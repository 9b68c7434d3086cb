import type { KeyboardEvent } from "react";

const stops = "a[href], button, input, select, textarea, summary";

/** Keeps Tab within a dialog. The browser alone would move the focus to its own toolbar. */
export function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Tab") return;
  const all = Array.from(event.currentTarget.querySelectorAll<HTMLElement>(stops)).filter(
    (stop) =>
      stop.tabIndex >= 0 && !stop.matches(":disabled, [type=hidden]") && stop.checkVisibility(),
  );
  const [from, to] = event.shiftKey ? [all.at(0), all.at(-1)] : [all.at(-1), all.at(0)];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
