import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { type AccountEvent, accountEventsQuery } from "~/api/account";
import { describeRetry } from "~/api/failures";
import { Button } from "~/ui/Button";
import { RetryButton } from "~/ui/RetryButton";
import { classNames } from "~/ui/styles/class-names";
import { DateTime } from "~/ui/format/DateTime";
import { Spinner } from "~/ui/Spinner";
import layout from "~/ui/layout/facts.module.css";
import styles from "./Account.module.css";

/** The account's activity log, with times and who caused each event. */
export function EventsSection() {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const events = useInfiniteQuery(accountEventsQuery);
  const { data, error, refetch, fetchNextPage, hasNextPage } = events;
  const { isFetchingNextPage, isFetchNextPageError } = events;

  async function showMore() {
    const { hasNextPage: isMore } = await fetchNextPage();
    // The pressed button is removed, so the focus would be lost.
    if (!isMore) heading.current?.focus();
  }

  return (
    <section className={classNames(layout.card, styles.card)} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        Account activity
      </h2>
      {!data && error && (
        <p role="alert">
          Error loading your account activity.{" "}
          <RetryButton tone="quiet" size="s" retry={() => void refetch()} />
        </p>
      )}
      {!data && !error && (
        <Spinner label="Loading your account activity" note={describeRetry(events)} />
      )}
      {data?.length === 0 && <p>No activity yet.</p>}
      {data && data.length > 0 && (
        <ol className={styles.entries} aria-labelledby={id}>
          {data.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
        </ol>
      )}
      {isFetchNextPageError && <p role="alert">Couldn't load older activity. Try again.</p>}
      {data && hasNextPage && (
        <Button
          tone="outline"
          size="s"
          className={styles.start}
          busy={isFetchingNextPage}
          onClick={() => void showMore()}
        >
          {isFetchingNextPage ? "Loading..." : "Show older"}
        </Button>
      )}
    </section>
  );
}

/** A newer server may send other actions. */
const words: Record<AccountEvent["event"], string> = {
  created: "Account created",
  removed: "Account removed",
  "profile changed": "Name or email changed",
  "password printed": "New password issued",
  "password changed": "Password changed",
  "sign-in ended": "Session signed out",
  "other sign-ins ended": "All other sessions signed out",
  "second factor on": "Two-factor authentication turned on",
  "second factor off": "Two-factor authentication turned off",
  "recovery code used": "Recovery code used",
  "recovery codes made": "New recovery codes created",
  "second factor refused": "Wrong two-factor code entered with your password",
  "refresh token reused": "Session signed out because it was used in two places",
  "session refreshed again": "Session refreshed again, for example after a lost connection",
};

function Entry({ event: { at, event, by, browser } }: { event: AccountEvent }) {
  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.browser}>{words[event] ?? event}</p>
        <p className={styles.times}>
          <DateTime iso={at} />
          <span>{doer(by, browser)}</span>
        </p>
      </div>
    </li>
  );
}

function doer(by: AccountEvent["by"], browser: string): string {
  if (by === "command") return ", by the server’s operator";
  const parts = by ? ["by you", browser] : [browser];
  return parts.map((part) => part && `, ${part}`).join("");
}
