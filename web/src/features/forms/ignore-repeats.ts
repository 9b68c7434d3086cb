import type { KeyboardEvent, MouseEvent } from "react";

/**
 * Ignores repeated submits, by a double click or Enter held down. The second one would submit the
 * form that was just reset.
 */
export const ignoreRepeats = {
  onClick(event: MouseEvent<HTMLFormElement>) {
    const isSubmit = (event.target as Element).closest("button[type=submit]") !== null;
    if (isSubmit && event.detail > 1) event.preventDefault();
  },

  onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.key === "Enter" && event.repeat && !isText) event.preventDefault();
  },
};
