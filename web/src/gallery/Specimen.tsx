import { type ReactNode, useId } from "react";
import styles from "./Gallery.module.css";

type SpecimenProps = {
  name: string;
  /** Where the part is, below `src/ui`. */
  file: string;
  children: ReactNode;
};

/** A part in its states. */
export function Specimen({ name, file, children }: SpecimenProps) {
  const heading = useId();
  return (
    <section className={styles.specimen} aria-labelledby={heading}>
      <h2 id={heading}>
        {name} <code>{file}</code>
      </h2>
      <div className={styles.states}>{children}</div>
    </section>
  );
}
