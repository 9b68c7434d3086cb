import { hasStatus, isTransient } from "../../../api/errors";
import type { Submission } from "../../../api/submissions";
import { actionLabel } from "../../../rules/labels";
import { useStaffRules } from "../../../rules/useRules";
import { Button } from "../../../ui/Button";
import { SignInLink } from "../SignInLink";
import { HistoryAction } from "./HistoryAction";
import { changedRecord, explainRefusal } from "./refusals";
import styles from "./Refused.module.css";
import type { Refusal } from "./useWork";

type RefusedProps<T extends Submission> = {
  refusal: Refusal<T>;
  me: string | undefined;
  /** Sends the same once more, as the same click. */
  retry: () => void;
  /** Asks for the same of the record as it is now. */
  again?: () => void;
};

/** Why something was not done, who did what meanwhile, and the way on. */
export function Refused<T extends Submission>({ refusal, me, retry, again }: RefusedProps<T>) {
  const { order, error, seen } = refusal;
  const rules = useStaffRules();
  const label = actionLabel(rules, order.action);
  const found = changedRecord<T>(error);
  const known = new Set(seen.history.map(({ at }) => at));
  const meanwhile = found?.history.filter(({ at }) => !known.has(at)) ?? [];
  const moved = found && rules.moveRecord(found.state, order.action);
  const refused = moved && "refused" in moved ? moved.refused : undefined;
  return (
    <div className={styles.refused} role="alert">
      <p>
        <strong>“{label}” was not carried out.</strong>{" "}
        {found ? "This has changed meanwhile:" : explainRefusal(error)}
      </p>
      {meanwhile.length > 0 && (
        <ul>
          {meanwhile.map((entry) => (
            <li key={entry.at}>
              <HistoryAction entry={entry} me={me} />.
            </li>
          ))}
        </ul>
      )}
      {refused && <p>{refused}.</p>}
      {again && found && !refused && (
        <Button tone="quiet" size="s" onClick={again}>
          {label} all the same
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
