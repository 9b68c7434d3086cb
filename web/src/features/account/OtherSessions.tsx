import type { SignIn } from "../../api/account";
import { DateTime } from "../../ui/format/DateTime";
import styles from "./SecondFactor.module.css";

type OtherSessionsProps = {
  sessions: SignIn[];
  /** Whether they are signed out in the same step. */
  isEnding: boolean;
  setEnding: (isEnding: boolean) => void;
};

/** The other active sessions, and the choice to sign them out. */
export function OtherSessions({ sessions, isEnding, setEnding }: OtherSessionsProps) {
  return (
    <fieldset className={styles.others}>
      <legend>Other active sessions</legend>
      <p>Signed in without two-factor authentication:</p>
      <ul>
        {sessions.map(({ id, browser, refreshed_at }) => (
          <li key={id}>
            {browser || "Unknown browser"}, last active <DateTime iso={refreshed_at} />
          </li>
        ))}
      </ul>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isEnding}
          onChange={({ target }) => setEnding(target.checked)}
        />
        Sign out everywhere else
      </label>
    </fieldset>
  );
}
