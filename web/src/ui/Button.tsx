import type { ComponentProps, ReactNode } from "react";
import { ExternalLink } from "./ExternalLink";
import styles from "./Button.module.css";
import { classNames } from "./styles/class-names";
import { Link } from "./Link";

/** The visual weight of a button. */
export type ButtonTone = "primary" | "outline" | "quiet" | "onInk";

type Look = { tone?: ButtonTone; size?: "m" | "s"; children: ReactNode };

function look(tone: ButtonTone = "primary", size: "m" | "s" = "m", extra?: string) {
  return classNames(styles.button, styles[tone], size === "s" && styles.small, extra);
}

/** A button that acts on this page. */
export function Button({
  tone,
  size,
  className,
  type = "button",
  ...rest
}: Look & ComponentProps<"button">) {
  return <button {...rest} type={type} className={look(tone, size, className)} />;
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
