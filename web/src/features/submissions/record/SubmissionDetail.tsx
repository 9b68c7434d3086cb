import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { hasStatus, messageOf } from "~/api/errors";
import { describeRetry, describeTransientError } from "~/api/failures";
import {
  type Detail,
  type Page,
  pagesKey,
  type Submission,
  unknownSource,
} from "~/api/submissions";
import { paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/Button";
import { RetryButton } from "~/ui/RetryButton";
import { useShortcuts } from "~/ui/keys/useShortcuts";
import { Notice } from "~/ui/Notice";
import { Spinner } from "~/ui/Spinner";
import { useActions } from "../actions/useActions";
import type { SubmissionKind } from "../kinds/kind";
import { MarksContext } from "../shared/marks";
import { isOpenedHere } from "../shared/opened-from";
import { useSearchText } from "../shared/search-text";
import { readNoteDraft } from "~/features/session/note-drafts";
import { SignInLink } from "~/features/session/SignInLink";
import { useStaff } from "~/features/session/useStaff";
import styles from "./SubmissionDetail.module.css";
import { SubmissionRecord } from "./SubmissionRecord";
import { useNeighbours } from "./useNeighbours";

/** Polling interval of an open record, in milliseconds. */
const INTERVAL_MS = 15_000;

type SubmissionDetailProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  slug: string;
  /** Whether the record is part of the dashboard, with its title and the records next to it. */
  inDashboard?: boolean;
};

/** Loads and shows a record. */
export function SubmissionDetail<T extends Submission>(props: SubmissionDetailProps<T>) {
  const { kind, slug, inDashboard = false } = props;
  const { one, missing: missingText, failed, recordToast } = kind.words;
  const query = kind.queries.record(slug);
  const client = useQueryClient();
  const { pending: isActing, act, undo } = useActions();
  const {
    data: loaded,
    error,
    failureReason,
    refetch,
  } = useQuery({
    ...query,
    // Shows changes by colleagues. A poll during an action may return the record as it was before it.
    refetchInterval: !isActing && INTERVAL_MS,
    refetchOnWindowFocus: !isActing,
    meta: {
      // Failed polls are not reported.
      failure: (cause) =>
        hasStatus(cause, 404) || client.getQueryData(query.queryKey)
          ? undefined
          : messageOf(cause, recordToast),
    },
  });
  // Begins with what the list shows.
  const row = useMemo(() => cachedRow(client, kind, slug), [client, kind, slug]);
  const data = loaded ?? (error ? undefined : row);
  const back = useBack(kind.list.path);
  const { text: searched } = useSearchText();
  const missing = hasStatus(error, 404);
  const { resource } = kind.queries;
  const neighbours = useNeighbours(kind, slug, { enabled: inDashboard, back });
  // The shortcuts also work while the next record loads.
  useShortcuts({
    ...(inDashboard && {
      next: () => neighbours.go("next"),
      previous: () => neighbours.go("previous"),
    }),
    undo: () =>
      undo(
        undefined,
        data?.undo ? () => act({ resource, action: "undo", records: [data] }) : undefined,
      ),
  });

  const refused = hasStatus(error, 401);
  // An expired password opens only the account page. Outside of the dashboard, no other page links to it.
  const isPasswordExpired = hasStatus(error, 403);
  if (data && !missing && !refused) {
    return (
      <MarksContext value={searched}>
        <SubmissionRecord
          key={slug}
          kind={kind}
          submission={data}
          isLoaded={loaded !== undefined}
          neighbours={inDashboard ? neighbours : undefined}
          back={back}
        />
      </MarksContext>
    );
  }
  if (!error) {
    const note = describeRetry({ failureReason });
    return <Spinner label={`Loading ${one.toLowerCase()}`} note={note} />;
  }
  // The record existed when this page was opened.
  const deleted = missing && data !== undefined && "This record has been deleted.";
  const why = deleted || (isPasswordExpired ? messageOf(error, "") : describeTransientError(error));
  return (
    <Notice role="alert" page title={missing ? missingText : failed} {...(why && { text: why })}>
      {missing && <LostNote about={`${kind.queries.resource}/${slug}`} />}
      {refused && <SignInLink />}
      {isPasswordExpired && (
        <ButtonLink to={paths.account} size="s">
          Your account
        </ButtonLink>
      )}
      {!missing && !refused && !isPasswordExpired && (
        <RetryButton tone="outline" size="s" retry={() => void refetch()} />
      )}
      <Button tone="outline" size="s" onClick={back}>
        Back
      </Button>
    </Notice>
  );
}

/**
 * Returns a function that goes back to the page that opened the record, or to the list with the filter in the URL if
 * the record was opened by its address.
 */
function useBack(list: string): () => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  return () => void (isOpenedHere(state) ? navigate(-1) : navigate(list + search));
}

/** Shows the draft of a note on a deleted record, so that it can be copied. */
function LostNote({ about }: { about: string }) {
  const { me } = useStaff();
  const text = readNoteDraft(me?.username ?? "", about);
  if (!text) return null;
  return (
    <figure className={styles.lost}>
      <figcaption>Your note wasn't saved:</figcaption>
      <blockquote dir="auto">{text}</blockquote>
    </figure>
  );
}

/** Returns a record as it is in a cached list. The rest of it is still to be loaded. */
function cachedRow<T extends Submission>(
  client: QueryClient,
  { queries }: SubmissionKind<T>,
  slug: string,
): Detail<T> | undefined {
  const pages = client.getQueriesData<Page<T>>({ queryKey: pagesKey(queries.resource) });
  const rows = pages.flatMap(([, page]) => page?.results.filter((row) => row.slug === slug) ?? []);
  const row = rows.toSorted((one, other) => other.version - one.version)[0];
  const rest = {
    history: [],
    other_spelling: null,
    others: [],
    spam_reasons: [],
    source: unknownSource,
    delete_at: null,
    undo: null,
  };
  return row && { ...row, ...rest };
}
