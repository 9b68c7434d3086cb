import type { RecordAction } from "@rules/public.js";
import { hasStatus, isTransient } from "../../../../api/errors";
import type { Submission } from "../../../../api/submissions";
import { useStaffRules } from "../../../../rules/useRules";
import { Button } from "../../../../ui/Button";
import { SignInLink } from "../../../session/SignInLink";
import { Actor, HistoryAction } from "./HistoryAction";
import { changedRecord, describeRefusal } from "./refusals";
import styles from "./Refused.module.css";
import type { Refusal } from "./useWork";

type RefusedProps<T extends Submission> = {
  refusal: Refusal<T>;
  me: string | undefined;
  /** Retries with the same idempotency key. */
  retry: () => void;
  /** Asks for the same of the record as it is now. */
  again?: () => void;
};

const verbs: Record<RecordAction, string> = {
  start: "start",
  finish: "mark as done",
  reopen: "reopen",
  spam: "mark as spam",
  not_spam: "mark as not spam",
  assign: "assign",
  note: "save the note",
  undo: "undo this",
};

/** Why an action failed, what others did since, and the way on. */
export function Refused<T extends Submission>({ refusal, me, retry, again }: RefusedProps<T>) {
  const { order, error, seen } = refusal;
  const rules = useStaffRules();
  const verb = verbs[order.action];
  const found = changedRecord<T>(error);
  const known = new Set(seen.history.map(({ at }) => at));
  const changes = found?.history.filter(({ at }) => !known.has(at)) ?? [];
  const last = changes.at(-1);
  const moved = found && rules.moveRecord(found.state, order.action);
  const refused = moved && "refused" in moved ? moved.refused : undefined;
  return (
    <div className={styles.refused} role="alert">
      <p>
        <strong>
          Couldn't {verb}
          {found ? ":" : "."}
        </strong>{" "}
        {found ? (
          <>{last ? <Actor entry={last} me={me} /> : "Someone"} changed this a moment ago.</>
        ) : (
          describeRefusal(error)
        )}
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map((entry) => (
            <li key={entry.at}>
              <HistoryAction entry={entry} me={me} />.
            </li>
          ))}
        </ul>
      )}
      {refused && <p>{refused}.</p>}
      {again && found && !refused && (
        <Button tone="quiet" size="s" onClick={again}>
          {verb.charAt(0).toUpperCase() + verb.slice(1)} anyway
        </Button>
      )}
      {isTransient(error) && (
        <Button tone="quiet" size="s" onClick={retry}>
          Try again
        </Button>
      )}
      {hasStatus(error, 401) && <SignInLink />}
    </div>
  );
}
