import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import {
  type ActiveSession,
  confirmSecondFactor,
  type SecondFactorSetup,
  sessionsQuery,
} from "~/api/account";
import { DateTime } from "~/ui/format/DateTime";
import { formatNumber } from "~/ui/format/format-number";
import styles from "./SecondFactor.module.css";
import { SecondFactorChange } from "./SecondFactorChange";

type SecondFactorConfirmProps = {
  username: string;
  setup: SecondFactorSetup;
  /** Receives the recovery codes after the change. */
  confirmed: (codes: string[]) => void;
  cancel: () => void;
};

/** The sessions that were started without the new secret, the secret, and the form that confirms it. */
export function SecondFactorConfirm(props: SecondFactorConfirmProps) {
  const { username, setup, confirmed, cancel } = props;
  const { data } = useQuery(sessionsQuery);
  const others = data?.filter(({ current }) => !current) ?? [];
  return (
    <>
      {others.length > 0 && <OtherSessions sessions={others} />}
      <Secret setup={setup} />
      <SecondFactorChange
        username={username}
        send={async (form) => confirmed(await confirmSecondFactor({ ...form, setup: setup.setup }))}
        successMessage="Two-factor authentication is on."
        action="Turn on"
        cancel={cancel}
      />
    </>
  );
}

/** The other active sessions, which turning two-factor authentication on signs out. */
function OtherSessions({ sessions }: { sessions: ActiveSession[] }) {
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

// The quiet zone of a QR code, in modules, as the standard requires.
const QUIET = 4;

/** A new secret as a QR code and as text. */
function Secret({ setup }: { setup: SecondFactorSetup }) {
  const { secret, uri, qr } = setup;
  const title = useId();
  const side = qr.side + 2 * QUIET;
  return (
    <div className={styles.setup}>
      <svg
        className={styles.qr}
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        shapeRendering="crispEdges"
        role="img"
        aria-labelledby={title}
      >
        <title id={title}>QR code</title>
        <path d={qr.path} />
      </svg>
      <div className={styles.steps}>
        <p>
          Scan this with an authenticator app, or enter the secret. If the app is on this device,{" "}
          <a href={uri}>open it</a>.
        </p>
        <p className={styles.secret}>
          <span className="visually-hidden">Secret: </span>
          <code>{secret}</code>
        </p>
        <p>Then enter your password and the code from the app.</p>
      </div>
    </div>
  );
}
