import { ApiError, hasStatus } from "~/api/errors";
import { describeTransientError } from "~/api/failures";
import type { Submission } from "~/api/submissions";
import { noFilter, type Filter, hasFilter, isSearch } from "~/rules/filter";
import { useStaffRules } from "~/rules/useRules";
import { Button } from "~/ui/Button";
import { RetryButton } from "~/ui/RetryButton";
import { Notice } from "~/ui/Notice";
import type { ListFilter } from "./filter/useListFilter";
import { emptyWords } from "./filter/words";
import type { SubmissionKind } from "../kinds/kind";
import { SignInLink } from "~/features/session/SignInLink";

type Change = (change: Partial<Filter>) => void;

type EmptyListProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  list: ListFilter;
  /** Whether the page is after the last one. */
  beyond: boolean;
  change: Change;
};

/** Says why a list is empty, and offers to change its filter or page. */
export function EmptyList<T extends Submission>(props: EmptyListProps<T>) {
  const { kind, list, beyond, change } = props;
  const { filter } = list;
  const rules = useStaffRules();
  const { empty, many } = kind.words;
  if (beyond) {
    return (
      <Notice role="status" title="There is nothing on this page.">
        <Button tone="outline" size="s" onClick={() => change({ page: 1 })}>
          Go to the first page
        </Button>
      </Notice>
    );
  }
  const hint = filter.q
    ? 'Finds records with all words. Use "quotes" for a phrase and -word to exclude.'
    : undefined;
  return (
    <Notice
      role="status"
      title={hasFilter(filter) ? emptyWords(many, filter, rules) : empty}
      {...(hint && { text: hint })}
    >
      {filter.assigned && (
        <Button tone="outline" size="s" onClick={() => change({ assigned: null })}>
          Show everyone’s
        </Button>
      )}
      {isSearch(filter) && <ShowAll many={many} change={change} />}
    </Notice>
  );
}

type FailedListProps = {
  error: Error;
  many: string;
  /** Whether the list has a filter. */
  narrowed: boolean;
  retry: () => void;
  change: Change;
};

/** Says that a list failed to load, and offers to try again. The title is the same for all lists. */
export function FailedList({ error, many, narrowed, retry, change }: FailedListProps) {
  const refused = error instanceof ApiError && error.fields;
  const why = refused ? `${Object.values(refused).join(". ")}.` : describeTransientError(error);
  return (
    <Notice role="alert" title="Error loading consultations" {...(why && { text: why })}>
      {hasStatus(error, 401) ? (
        <SignInLink />
      ) : (
        <RetryButton tone="outline" size="s" retry={retry} />
      )}
      {narrowed && hasStatus(error, 422) && <ShowAll many={many} change={change} />}
    </Notice>
  );
}

function ShowAll({ many, change }: { many: string; change: Change }) {
  return (
    <Button tone="outline" size="s" onClick={() => change(noFilter)}>
      {`Show all ${many.toLowerCase()}`}
    </Button>
  );
}
