import { hiring } from "~/content/hiring";
import { classNames } from "~/ui/styles/class-names";
import styles from "./Steps.module.css";

/** The steps after an application, stacked or in a row on wide screens. */
export function Steps({ across = false }: { across?: boolean }) {
  return (
    <ol className={classNames(styles.steps, across && styles.across)}>
      {hiring.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
