import type { SpamReasonEntry } from "~/api/submissions";
import styles from "./SpamReasons.module.css";

/** Shows why the server marked a record as spam. */
export function SpamReasons({ reasons }: { reasons: readonly SpamReasonEntry[] }) {
  return (
    <div className={styles.reasons}>
      <p>Why this is in spam</p>
      <ul>
        {reasons.map(({ reason, sentence }) => (
          <li key={reason}>{sentence}.</li>
        ))}
      </ul>
    </div>
  );
}
