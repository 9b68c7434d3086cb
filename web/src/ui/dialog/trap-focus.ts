import type { KeyboardEvent } from "react";

const stops = "a[href], button, input, select, textarea, summary, iframe";

/** `checkVisibility` is missing in Safari 16. */
const isVisible = (element: HTMLElement): boolean =>
  element.checkVisibility?.() ?? element.getClientRects().length > 0;

/**
 * Keeps Tab within a dialog. The browser alone would go on to its own controls, where people who do
 * not see the screen would lose the dialog.
 */
export function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Tab") return;
  const all = Array.from(event.currentTarget.querySelectorAll<HTMLElement>(stops)).filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(":disabled, [type=hidden]") && isVisible(stop),
  );
  const [from, to] = event.shiftKey ? [all.at(0), all.at(-1)] : [all.at(-1), all.at(0)];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
