import { useId } from "react";
import type { HistoryEntry } from "../../../api/submissions";
import { classNames } from "../../../ui/class-names";
import { DateTime } from "../../../ui/DateTime";
import { HistoryAction, Actor } from "./HistoryAction";
import styles from "./History.module.css";

type HistoryProps = { entries: readonly HistoryEntry[]; received: string; me: string | undefined };

/** What was done and written about a record, oldest first, like a conversation. */
export function History({ entries, received, me }: HistoryProps) {
  return (
    <ol className={styles.history}>
      <li className={styles.entry}>
        <p>
          Received{" "}
          <span className={styles.moment}>
            <DateTime iso={received} />
          </span>
        </p>
      </li>
      {entries.map((entry) => (
        <Entry key={entry.at} entry={entry} me={me} />
      ))}
    </ol>
  );
}

function Entry({ entry, me }: { entry: HistoryEntry; me: string | undefined }) {
  const note = useId();
  const moment = (
    <span className={styles.moment}>
      <DateTime iso={entry.at} />
    </span>
  );
  if (entry.text === null) {
    return (
      <li className={styles.entry}>
        <p>
          <HistoryAction entry={entry} me={me} /> {moment}
        </p>
      </li>
    );
  }
  return (
    <li className={classNames(styles.note, entry.by === me && styles.own)}>
      <p id={note}>
        <strong>
          <Actor entry={entry} me={me} />
        </strong>{" "}
        {moment}
      </p>
      <p className={styles.text} dir="auto">
        {entry.text}
      </p>
    </li>
  );
}
