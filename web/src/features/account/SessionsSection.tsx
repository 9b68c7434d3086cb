import type { Forms } from "@rules/public.js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  accountQuery,
  endOtherSessions,
  endOneSession,
  type ActiveSession,
  sessionsQuery,
} from "~/api/account";
import { describeRetry } from "~/api/failures";
import { Button } from "~/ui/Button";
import { RetryButton } from "~/ui/RetryButton";
import { classNames } from "~/ui/styles/class-names";
import { Spinner } from "~/ui/Spinner";
import layout from "~/ui/layout/facts.module.css";
import styles from "./Account.module.css";
import { ConfirmForm } from "./ConfirmForm";
import { SessionEntry } from "./SessionEntry";

/** The sessions to sign out: one by its id, or all but this one. */
type Ending = ActiveSession["id"] | "others";

/** The active sessions, each with a sign-out button that asks for the password. */
export function SessionsSection({ username }: { username: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const client = useQueryClient();
  const { data, error, failureReason, refetch } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Ending>();
  const [isSending, setSending] = useState(false);
  const opener = (what: Ending) => `${id}-${what}`;

  async function send(what: Ending, form: Forms["session_end"]) {
    setSending(true);
    try {
      await (what === "others" ? endOtherSessions(form) : endOneSession(what, form));
    } finally {
      setSending(false);
    }
  }

  function show(ended: Ending) {
    // The form is removed, so the focus would be lost.
    heading.current?.focus();
    setEnding(undefined);
    client.setQueryData(sessionsQuery.queryKey, (former) =>
      former?.filter((session) => session.current || (ended !== "others" && session.id !== ended)),
    );
    // Includes the activity log.
    void client.invalidateQueries({ queryKey: accountQuery.queryKey });
  }

  function cancel(what: Ending) {
    flushSync(() => setEnding(undefined));
    document.getElementById(opener(what))?.focus();
  }

  const open = (what: Ending) => ({
    id: opener(what),
    disabled: isSending,
    onClick: () => setEnding(what),
  });
  const form = (what: Ending, successMessage: string, action: string) => (
    <ConfirmForm
      name="session_end"
      id="session-end"
      username={username}
      send={(filled) => send(what, filled)}
      successMessage={successMessage}
      onSent={() => show(what)}
      failed="Couldn't sign out. Try again."
      password={{ label: "Your password", hint: "Enter it again to confirm that it's you." }}
      takesFocus
      size="s"
      action={action}
      busy="Signing out..."
      cancel={() => cancel(what)}
    />
  );
  const hasOthers = data?.some(({ current }) => !current) ?? false;

  return (
    <section className={classNames(layout.card, styles.card)} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          Active sessions
        </h2>
        {hasOthers && ending !== "others" && (
          <Button tone="outline" size="s" {...open("others")}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      {hasOthers && ending === "others" && (
        <div role="group" aria-label="All other sessions" className={styles.panel}>
          {form("others", "All other sessions were signed out.", "Sign out everywhere else")}
        </div>
      )}
      {!data && error && (
        <p role="alert">
          Error loading your active sessions.{" "}
          <RetryButton tone="quiet" size="s" retry={() => void refetch()} />
        </p>
      )}
      {!data && !error && (
        <Spinner label="Loading your active sessions" note={describeRetry({ failureReason })} />
      )}
      {data && (
        <ul className={styles.entries}>
          {data.map((session) => (
            <SessionEntry key={session.id} session={session} open={open(session.id)}>
              {ending === session.id &&
                form(session.id, "The session was signed out.", "Sign out this session")}
            </SessionEntry>
          ))}
        </ul>
      )}
    </section>
  );
}
