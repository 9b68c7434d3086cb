import styles from "./Icon.module.css";

type IconProps = {
  svg: string;
  /** What it shows, where that says something that the words beside it do not. */
  alt?: string;
};

/** A drawing from the icon set, given as its SVG source. It never stands for words alone. */
export function Icon({ svg, alt }: IconProps) {
  const role = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  // The source is part of the build, so there is nothing foreign in it.
  return <span className={styles.icon} {...role} dangerouslySetInnerHTML={{ __html: svg }} />;
}
