import { hiring } from "../../content/hiring";
import { classNames } from "../../ui/styles/class-names";
import styles from "./Steps.module.css";

/** What happens after an application: below each other, or across the page where it is wide. */
export function Steps({ across = false }: { across?: boolean }) {
  return (
    <ol className={classNames(styles.steps, across && styles.across)}>
      {hiring.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
