import { useId } from "react";
import type { SecondFactorSetup } from "~/api/account";
import styles from "./SecondFactor.module.css";

// The quiet zone of a QR code, in modules, as the standard requires.
const QUIET = 4;

/** A new secret as a QR code and as text. */
export function SecondFactorSetupView({ setup }: { setup: SecondFactorSetup }) {
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
