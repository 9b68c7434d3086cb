import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";
import styles from "./Button.module.css";
import { ExternalLink } from "./ExternalLink";
import { classNames } from "./styles/class-names";
import { Link } from "./Link";

/** The visual weight of a button. */
export type ButtonTone = "primary" | "outline" | "quiet" | "onInk";

type Look = { tone?: ButtonTone; size?: "m" | "s"; children: ReactNode };

function look(tone: ButtonTone = "primary", size: "m" | "s" = "m", extra?: string) {
  return classNames(styles.button, styles[tone], size === "s" && styles.small, extra);
}

type ButtonProps = Look &
  Omit<ComponentProps<"button">, "ref" | "aria-busy" | "aria-disabled"> & {
    /**
     * Whether what the button started is still going on. Until then it ignores presses, and the
     * second one of a double click.
     */
    busy?: boolean | undefined;
  };

/** A button that acts on this page. */
export function Button({ tone, size, className, type = "button", busy, ...rest }: ButtonProps) {
  const isSubmit = type === "submit";
  const button = useFocusKept(busy === true && isSubmit);

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy || (busy === false && event.detail > 1)) event.preventDefault();
    else rest.onClick?.(event);
  }

  return (
    <button
      {...rest}
      ref={button}
      type={type}
      className={look(tone, size, className)}
      disabled={rest.disabled ?? (isSubmit && busy)}
      aria-busy={busy || undefined}
      // A disabled button would lose the focus.
      aria-disabled={isSubmit ? undefined : busy}
      onClick={press}
    />
  );
}

/** Gives a button the focus that was lost while it was disabled: its own, or that of a button to cancel. */
function useFocusKept(isDisabled: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasDisabled = useRef(false);
  useLayoutEffect(() => {
    if (wasDisabled.current && !isDisabled && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    wasDisabled.current = isDisabled;
  }, [isDisabled]);
  return button;
}

/** A link to another page of the site, styled as a button. */
export function ButtonLink({ tone, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} className={look(tone, size, className)} />;
}

/** A link to another site, styled as a button. Opens a new tab. */
export function ButtonExternal({
  tone,
  size,
  className,
  ...rest
}: Look & ComponentProps<typeof ExternalLink>) {
  return <ExternalLink {...rest} className={look(tone, size, className)} />;
}
