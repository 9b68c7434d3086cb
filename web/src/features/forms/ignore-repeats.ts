import type { KeyboardEvent, MouseEvent } from "react";

/**
 * A double click, or Enter held down, is one wish to send: what follows would meet the form that
 * has just been emptied.
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
