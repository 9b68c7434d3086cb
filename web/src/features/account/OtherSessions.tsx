import { useId } from "react";
import type { SignIn } from "~/api/account";
import { DateTime } from "~/ui/format/DateTime";
import styles from "./SecondFactor.module.css";

/** The other active sessions, which turning two-factor authentication on signs out. */
export function OtherSessions({ sessions }: { sessions: SignIn[] }) {
  const label = useId();
  return (
    <div className={styles.others}>
      <p id={label}>
        Signed in without two-factor authentication, and signed out when you turn it on:
      </p>
      <ul aria-labelledby={label}>
        {sessions.map(({ id, browser, refreshed_at }) => (
          <li key={id}>
            <span>{browser || "Unknown browser"}</span>, last active <DateTime iso={refreshed_at} />
          </li>
        ))}
      </ul>
    </div>
  );
}
