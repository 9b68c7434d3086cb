import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { type AccountEvent, accountEventsQuery } from "../../api/account";
import { explainRetry } from "../../api/transient";
import { Button } from "../../ui/Button";
import { classNames } from "../../ui/class-names";
import { DateTime } from "../../ui/DateTime";
import { Spinner } from "../../ui/Spinner";
import layout from "../../ui/facts.module.css";
import styles from "./Account.module.css";

/** What happened to the account, when, and by whom. */
export function EventsSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const events = useInfiniteQuery(accountEventsQuery);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = events;

  async function showMore() {
    if (isFetchingNextPage) return;
    const { hasNextPage: isMore } = await fetchNextPage();
    // The button that was pressed is gone, and the focus with it.
    if (!isMore) heading.current?.focus();
  }

  return (
    <section className={classNames(layout.card, styles.card)} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        What happened
      </h2>
      {!data && error && (
        <p role="alert">
          Error loading what happened.{" "}
          <Button tone="quiet" size="s" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!data && !error && <Spinner label="Loading what happened" note={explainRetry(events)} />}
      {data?.length === 0 && <p>Nothing has happened to your account yet.</p>}
      {data && data.length > 0 && (
        <ol className={styles.entries} aria-labelledby={id}>
          {data.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
        </ol>
      )}
      {data && error && <p role="alert">Error loading what happened before.</p>}
      {data && hasNextPage && (
        <Button
          tone="outline"
          size="s"
          className={styles.start}
          aria-disabled={isFetchingNextPage}
          onClick={() => void showMore()}
        >
          {isFetchingNextPage ? "Loading..." : "Show what happened before"}
        </Button>
      )}
    </section>
  );
}

const words: Record<string, string> = {
  created: "The account was made",
  removed: "The account was removed",
  "profile changed": "Name or email was changed",
  "password printed": "A new password was given out",
  "password changed": "The password was changed",
  "sign-in ended": "A sign-in was ended",
  "other sign-ins ended": "All other sign-ins were ended",
  "second factor on": "The second factor was switched on",
  "second factor off": "The second factor was switched off",
  "recovery code used": "A recovery code was used",
  "recovery codes made": "New recovery codes were made",
  "second factor refused": "A wrong two-factor code was entered with your password",
};

function Entry({ event: { at, event, by, browser } }: { event: AccountEvent }) {
  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.browser}>{words[event] ?? event}</p>
        <p className={styles.times}>
          <DateTime iso={at} />
          {doer(by, browser)}
        </p>
      </div>
    </li>
  );
}

function doer(by: AccountEvent["by"], browser: string): string {
  if (by === "command") return ", by whoever runs the server";
  const parts = by ? ["by you", browser] : [browser];
  return parts.map((part) => part && `, ${part}`).join("");
}
