import { type ReactNode, useId } from "react";
import type { ActiveSession } from "~/api/account";
import { Button } from "~/ui/Button";
import { DateTime } from "~/ui/format/DateTime";
import styles from "./Account.module.css";

type SessionEntryProps = {
  session: ActiveSession;
  /** Props of the button that signs the session out. */
  open: { id: string; disabled: boolean; onClick: () => void };
  /** The form that signs the session out, while it is open. */
  children: ReactNode;
};

/** A session with its sign-out button. */
export function SessionEntry({ session, open, children }: SessionEntryProps) {
  const { browser, begun_at, refreshed_at, current } = session;
  const words = useId();
  return (
    <li>
      <div className={styles.entry}>
        <div id={words}>
          <p className={styles.browser}>
            <span>{browser || "Unknown browser"}</span>
            {current && <span className={styles.badge}>This device</span>}
          </p>
          <p className={styles.times}>
            <span>
              Signed in <DateTime iso={begun_at} />,
            </span>{" "}
            <span>
              last active <DateTime iso={refreshed_at} />
            </span>
          </p>
        </div>
        {!current && !children && (
          <Button tone="quiet" size="s" aria-describedby={words} {...open}>
            Sign out
          </Button>
        )}
      </div>
      {!current && children && (
        <div role="group" aria-labelledby={words} className={styles.panel}>
          {children}
        </div>
      )}
    </li>
  );
}
