import { Button } from "~/ui/Button";
import { notify, notifyError } from "~/ui/toast/toast";
import styles from "./SecondFactor.module.css";

type RecoveryCodesProps = { username: string; codes: string[]; done: () => void };

/** The recovery codes, shown once, to copy, print or write down. */
export function RecoveryCodes({ username, codes, done }: RecoveryCodesProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      notify("success", "Recovery codes copied.");
    } catch {
      // Browsers offer the clipboard only in secure contexts, and may ask for permission.
      notifyError("Couldn't copy the codes. Select and copy them yourself.");
    }
  }

  return (
    <>
      <p>
        These {codes.length} recovery codes are shown only once. Use each code once if you lose your
        phone. Keep them somewhere other than your password.
      </p>
      <p className={styles.secret}>
        Recovery codes of <b>{username}</b> at {location.host}:
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button tone="outline" size="s" onClick={() => void copy()}>
          Copy
        </Button>
        <Button tone="outline" size="s" onClick={() => print()}>
          Print
        </Button>
        <Button size="s" onClick={done}>
          I've saved my codes
        </Button>
      </div>
    </>
  );
}
