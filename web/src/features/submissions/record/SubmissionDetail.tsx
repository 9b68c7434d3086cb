import { useQuery, useQueryClient } from "@tanstack/react-query";
import { hasStatus, messageOf } from "../../../api/errors";
import type { Submission } from "../../../api/submissions";
import { describeRetry, describeTransientError } from "../../../api/transient";
import { paths } from "../../../paths";
import { Button, ButtonLink } from "../../../ui/Button";
import { useActionKeys } from "../../../ui/keys/useKeys";
import { Notice } from "../../../ui/Notice";
import { Spinner } from "../../../ui/Spinner";
import { useBulkActions } from "../actions/useBulkActions";
import type { SubmissionKind } from "../kinds/kind";
import { MarksContext } from "../list/search/marks";
import { useSearchText } from "../list/search/search-text";
import { SignInLink } from "../../session/SignInLink";
import { SubmissionRecord } from "./SubmissionRecord";
import { useBack } from "./useBack";
import { LostNote } from "./work/LostNote";

/** How long an open record goes without being fetched again, in milliseconds. */
const INTERVAL = 15_000;

type SubmissionDetailProps<T extends Submission> = { kind: SubmissionKind<T>; slug: string };

/** One submission in full. */
export function SubmissionDetail<T extends Submission>({ kind, slug }: SubmissionDetailProps<T>) {
  const { one, missing: missingText, failed, recordToast } = kind.words;
  const query = kind.queries.record(slug);
  const client = useQueryClient();
  const { data, error, failureReason, refetch } = useQuery({
    ...query,
    // What a colleague does with it shows while it is in view.
    refetchInterval: INTERVAL,
    meta: {
      // A poll that fails says nothing: the next one follows.
      failure: (cause) =>
        hasStatus(cause, 404) || client.getQueryData(query.queryKey)
          ? undefined
          : messageOf(cause, recordToast),
    },
  });
  const back = useBack(kind.list.path);
  const { text: searched } = useSearchText();
  const missing = hasStatus(error, 404);
  const { undo, undoRecord } = useBulkActions();
  const { resource } = kind.queries;
  // Also while the next record loads.
  useActionKeys({
    z: () => void undo(undefined, data?.undo ? () => undoRecord(resource, data) : undefined),
  });

  const refused = hasStatus(error, 401);
  // Outside of the dashboard nothing has led to the one page that opens with a password that is past its time.
  const isDue = hasStatus(error, 403);
  if (data && !missing && !refused) {
    return (
      <MarksContext value={searched}>
        <SubmissionRecord kind={kind} submission={data} back={back} />
      </MarksContext>
    );
  }
  if (!error) {
    const note = describeRetry({ failureReason });
    return <Spinner label={`Loading ${one.toLowerCase()}`} note={note} />;
  }
  // It was there when this page was opened.
  const erased = missing && data !== undefined && "This record has been deleted.";
  const why = erased || (isDue ? messageOf(error, "") : describeTransientError(error));
  return (
    <Notice role="alert" page title={missing ? missingText : failed} {...(why && { text: why })}>
      {missing && <LostNote about={`${kind.queries.resource}/${slug}`} />}
      {refused && <SignInLink />}
      {isDue && (
        <ButtonLink to={paths.account} size="s">
          Your account
        </ButtonLink>
      )}
      {!missing && !refused && !isDue && (
        <Button tone="outline" size="s" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
      <Button tone="outline" size="s" onClick={back}>
        Back
      </Button>
    </Notice>
  );
}
