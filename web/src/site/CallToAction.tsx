import { type ReactNode, useId } from "react";
import styles from "./CallToAction.module.css";
import layout from "../ui/layout/layout.module.css";

/** The closing section of a page: a sentence with buttons. */
export function CallToAction({
  heading,
  text,
  children,
}: {
  heading: string;
  text?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={layout.container} aria-labelledby={id}>
      <div className={styles.band}>
        <div className={styles.words}>
          <h2 id={id}>{heading}</h2>
          {text && <p>{text}</p>}
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
    </section>
  );
}
