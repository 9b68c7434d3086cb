import { hasStatus, isTransient } from "~/api/errors";
import { refusalOf } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import { Button } from "~/ui/Button";
import { SignInLink } from "~/features/session/SignInLink";
import { verbs } from "~/features/submissions/actions/action-words";
import { Actor, HistoryAction } from "./HistoryAction";
import { changedRecord, describeRefusal } from "~/features/submissions/actions/refusals";
import styles from "./ConflictNotice.module.css";
import type { Refusal } from "./useRecordActions";

type ConflictNoticeProps = {
  refusal: Refusal;
  me: string | undefined;
  retry: () => void;
  /** Applies the action to the current record. */
  again?: () => void;
};

/** Says why an action failed and what others have changed, and offers to try again. */
export function ConflictNotice({ refusal, me, retry, again }: ConflictNoticeProps) {
  const { request, error, version } = refusal;
  const rules = useStaffRules();
  const verb = verbs[request.action];
  const found = changedRecord(error);
  // Each event of the history is a version of its own.
  const count = found && version ? found.version - version : 0;
  const changes = found?.history.slice(found.history.length - count) ?? [];
  const last = changes.at(-1);
  const refused = found && refusalOf(rules, found.state, request.action);
  return (
    <div className={styles.notice} role="alert">
      <p>
        <strong>{`Couldn't ${verb}${found ? ":" : "."}`}</strong>{" "}
        {found ? (
          <span key="changed">
            {last ? <Actor entry={last} me={me} /> : <span>Someone</span>}
            <span> changed this a moment ago.</span>
          </span>
        ) : (
          <span>{describeRefusal(error)}</span>
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
