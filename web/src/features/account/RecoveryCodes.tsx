import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import { Button } from "~/ui/Button";
import { notify, notifyError } from "~/ui/toast/toast";
import styles from "./SecondFactor.module.css";

/**
 * The new recovery codes until the user has saved them, whatever page is shown in the meantime. Signing out removes
 * them with the rest of the query cache.
 */
export const newCodesQuery = queryOptions<string[]>({
  queryKey: ["new-recovery-codes"],
  queryFn: skipToken,
  gcTime: Infinity,
});

/** Keeps new recovery codes. Until they are saved, the browser asks before it closes the page. */
export function keepNewCodes(client: QueryClient, codes: string[]): void {
  const { queryKey } = newCodesQuery;
  client.setQueryData(queryKey, codes);
  addEventListener("beforeunload", function ask(event) {
    if (client.getQueryData(queryKey)) event.preventDefault();
    else removeEventListener("beforeunload", ask);
  });
}

/** Forgets the codes: they are saved. */
export function forgetNewCodes(client: QueryClient): Promise<void> {
  return client.resetQueries(newCodesQuery);
}

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
