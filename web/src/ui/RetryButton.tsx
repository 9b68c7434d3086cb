import type { ComponentProps, MouseEvent } from "react";
import { Button } from "./Button";
import { mainId } from "./Main";

type RetryButtonProps = Pick<ComponentProps<typeof Button>, "tone" | "size"> & {
  retry: () => void;
};

/** "Try again" in a message that disappears when it is pressed. The focus moves to the heading around it, or to the page. */
export function RetryButton({ retry, ...look }: RetryButtonProps) {
  function press({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const heading = currentTarget.closest("section")?.querySelector<HTMLElement>("h2[tabindex]");
    (heading ?? document.getElementById(mainId))?.focus();
    retry();
  }
  return (
    <Button {...look} onClick={press}>
      Try again
    </Button>
  );
}
