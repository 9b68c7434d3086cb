import styles from "./Icon.module.css";

/** A drawing from the icon set, given as its SVG source. It never stands for words alone. */
export function Icon({ svg }: { svg: string }) {
  // The source is part of the build, so there is nothing foreign in it.
  return (
    <span className={styles.icon} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
  );
}
