import type { ComponentProps } from "react";
import { classNames } from "./styles/class-names";
import { Icon } from "./Icon";
import styles from "./IconButton.module.css";

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & { svg: string; label: string };

/** A button with an icon and no visible text. */
export function IconButton({ svg, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(styles.button, className)}
      aria-label={label}
    >
      <Icon svg={svg} />
    </button>
  );
}
