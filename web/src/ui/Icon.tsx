import styles from "./Icon.module.css";

type IconProps = {
  /** The result of `import arrow from "bootstrap-icons/icons/arrow-right.svg?icon"`. */
  svg: string;
  /** Alternative text, if the icon adds meaning to the adjacent text. */
  alt?: string;
};

/** An icon. Always used together with text. */
export function Icon({ svg, alt }: IconProps) {
  const role = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  return (
    <span className={styles.icon} {...role}>
      <svg>
        <use href={svg} />
      </svg>
    </span>
  );
}
