import styles from "./Icon.module.css";

type IconProps = {
  svg: string;
  /** Alternative text, if the icon adds meaning to the adjacent text. */
  alt?: string;
};

/** An icon, given as its SVG source. Always used together with text. */
export function Icon({ svg, alt }: IconProps) {
  const role = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  // Safe: the source is part of the build.
  return <span className={styles.icon} {...role} dangerouslySetInnerHTML={{ __html: svg }} />;
}
