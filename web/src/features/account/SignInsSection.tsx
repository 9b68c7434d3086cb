import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef } from "react";
import {
  accountQuery,
  endOtherSignIns,
  endSignIn,
  type SignIn,
  signInsQuery,
} from "../../api/account";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { classNames } from "../../ui/class-names";
import { DateTime } from "../../ui/DateTime";
import { Spinner } from "../../ui/Spinner";
import { notifyError, notifySuccess } from "../../ui/toast";
import layout from "../../ui/facts.module.css";
import styles from "./Account.module.css";

/** Where one is signed in, each with its end. */
export function SignInsSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(signInsQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: (ended: SignIn | "others") =>
      ended === "others" ? endOtherSignIns() : endSignIn(ended.id),
    onSuccess: async (_, ended) => {
      // With what happened to the account.
      await client.invalidateQueries({ queryKey: accountQuery.queryKey });
      notifySuccess(
        ended === "others" ? "All other sign-ins have ended." : "The sign-in has ended.",
      );
      // The button that was pressed is gone, and the focus with it.
      heading.current?.focus();
    },
    onError: (cause) => notifyError(messageOf(cause, "The sign-in could not be ended.")),
  });

  return (
    <section className={classNames(layout.card, styles.card)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          Sign-ins
        </h2>
        {data && data.some(({ current }) => !current) && (
          <Button tone="outline" size="s" disabled={isPending} onClick={() => mutate("others")}>
            End all others
          </Button>
        )}
      </div>
      {!data && error && (
        <p role="alert">
          Error loading your sign-ins.{" "}
          <Button tone="quiet" size="s" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!data && !error && <Spinner label="Loading your sign-ins" />}
      {data && (
        <ul className={styles.entries}>
          {data.map((signIn) => (
            <Entry
              key={signIn.id}
              signIn={signIn}
              isPending={isPending}
              end={() => mutate(signIn)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type EntryProps = { signIn: SignIn; isPending: boolean; end: () => void };

function Entry({ signIn, isPending, end }: EntryProps) {
  const { browser, begun_at, refreshed_at, current } = signIn;
  const words = useId();
  return (
    <li className={styles.entry}>
      <div id={words}>
        <p className={styles.browser}>
          {browser || "Unknown browser"}
          {current && <span className={styles.badge}>This one</span>}
        </p>
        <p className={styles.times}>
          {begun_at && (
            <>
              Begun <DateTime iso={begun_at} />,{" "}
            </>
          )}
          last refreshed <DateTime iso={refreshed_at} />
        </p>
      </div>
      {!current && (
        <Button tone="quiet" size="s" aria-describedby={words} disabled={isPending} onClick={end}>
          End
        </Button>
      )}
    </li>
  );
}
