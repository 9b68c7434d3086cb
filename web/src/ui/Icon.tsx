import type { ComponentType } from "react";
import styles from "./Icon.module.css";

/** The result of `import arrow from "bootstrap-icons/icons/arrow-right.svg?react"`. */
export type Svg = ComponentType;

type IconProps = {
  svg: Svg;
  /** Alternative text, if the icon adds meaning to the adjacent text. */
  alt?: string;
};

/** An icon. Always used together with text. */
export function Icon({ svg: Shape, alt }: IconProps) {
  const role = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  return (
    <span className={styles.icon} {...role}>
      <Shape />
    </span>
  );
}
