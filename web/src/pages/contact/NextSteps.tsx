import { contact } from "~/content/contact";
import styles from "./NextSteps.module.css";

/** The steps after the form is sent. */
export function NextSteps() {
  const { heading, steps } = contact.next;
  return (
    <div className={styles.next}>
      <h3>{heading}</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
