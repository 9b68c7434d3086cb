import type { ActiveSession } from "~/api/account";
import { DateTime } from "~/ui/format/DateTime";
import { formatNumber } from "~/ui/format/format-number";
import styles from "./SecondFactor.module.css";

/** The other active sessions, which turning two-factor authentication on signs out. */
export function OtherSessions({ sessions }: { sessions: ActiveSession[] }) {
  const count = sessions.length;
  return (
    <details className={styles.others}>
      <summary>
        {count === 1
          ? "Your other session will be signed out"
          : `Your ${formatNumber(count)} other sessions will be signed out`}
      </summary>
      <ul>
        {sessions.map(({ id, browser, refreshed_at }) => (
          <li key={id}>
            <span>{browser || "Unknown browser"}</span>, last active <DateTime iso={refreshed_at} />
          </li>
        ))}
      </ul>
    </details>
  );
}
