import { useId, useRef } from "react";
import type { HistoryEntry } from "~/api/submissions";
import { Button } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import { DateTime } from "~/ui/format/DateTime";
import { HistoryAction, Actor } from "./HistoryAction";
import { isAccount } from "~/features/submissions/shared/history-person";
import styles from "./History.module.css";
import type { OlderHistory } from "./useOlderHistory";

type HistoryProps = {
  entries: readonly HistoryEntry[];
  older: OlderHistory;
  received: string;
  me: string | undefined;
  /** The id of the heading. */
  labelledBy: string;
};

/** Shows the events and notes of a record, oldest first. */
export function History({ entries, older, received, me, labelledBy }: HistoryProps) {
  const list = useRef<HTMLOListElement>(null);

  async function showOlder() {
    // Keeps the focus when the button disappears with the last page.
    if ((await older.load()) === false) list.current?.focus();
  }

  return (
    <>
      {older.exists && (
        <div className={styles.older}>
          <Button tone="outline" size="s" busy={older.isLoading} onClick={() => void showOlder()}>
            {older.isLoading ? "Loading..." : "Show older"}
          </Button>
          {older.hasFailed && <p role="alert">Couldn't load older activity. Try again.</p>}
        </div>
      )}
      <ol className={styles.history} ref={list} tabIndex={-1} aria-labelledby={labelledBy}>
        {!older.exists && (
          <li className={styles.entry}>
            <p>
              Received{" "}
              <span className={styles.moment}>
                <DateTime iso={received} />
              </span>
            </p>
          </li>
        )}
        {entries.map((entry) => (
          <Entry key={entry.at} entry={entry} me={me} />
        ))}
      </ol>
    </>
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
    <li className={classNames(styles.note, isAccount(entry.by, me) && styles.own)}>
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
