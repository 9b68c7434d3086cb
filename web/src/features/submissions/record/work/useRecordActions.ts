import {
  type MutationCache,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { actOnRecord, type ActionRequest } from "~/api/act-on-record";
import { hasStatus, isTransient } from "~/api/errors";
import { newKey } from "~/api/idempotency";
import { actionsKey, type Detail, nameOf, type Submission } from "~/api/submissions";
import { deleteNoteDraft } from "~/features/session/note-drafts";
import { useStaffRules } from "~/rules/useRules";
import { useLocation, useNavigate } from "react-router-dom";
import { showActionToast } from "~/ui/toast/toast";
import {
  cancelReads,
  refetchAfterAction,
  retryTransient,
  showRecord,
} from "~/features/submissions/actions/action-caches";
import { successMessage } from "~/features/submissions/actions/action-words";
import {
  dropUndo,
  pushUndo,
  takeUndo,
  type UndoableAction,
} from "~/features/submissions/actions/undo-stack";
import { useBulkActions } from "~/features/submissions/actions/useBulkActions";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { updateListCaches } from "./list-caches";
import { optimisticRecord } from "./optimistic";
import { changedRecord, describeRefusal } from "./refusals";
import { useIsMounted } from "./useIsMounted";
import type { Staff } from "~/features/session/useStaff";

/** An action on a record, without the version. */
export type ActionInput = Omit<ActionRequest, "version">;

/** A request with its idempotency key. */
type KeyedRequest = { request: ActionRequest; key: string };

/** A request that was refused or got no response. */
export type Refusal<T extends Submission> = {
  request: ActionRequest;
  error: Error;
  /** The record as the user saw it. */
  seen: Detail<T>;
};

/** The actions on one record. */
export type RecordActions<T extends Submission> = {
  /** The request that has no response yet. */
  pending: ActionRequest | undefined;
  /** Sends an action, unless one is pending. */
  act: (input: ActionInput) => void;
  /** Waits until no request is pending. Returns whether the last one succeeded. */
  settled: () => Promise<boolean>;
  /** The last action, if it succeeded. */
  done: ActionRequest | undefined;
  /** The last action, if it failed. */
  refusal: Refusal<T> | undefined;
  /** Retries with the same idempotency key. */
  retry: () => void;
};

/** Applies actions to a record. Shows them at once, and reverts them if the server refuses. */
export function useRecordActions<T extends Submission>(
  { queries }: SubmissionKind<T>,
  record: Detail<T>,
  staff: Staff,
): RecordActions<T> {
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const path = pathname + search;
  const rules = useStaffRules();
  const { resource } = queries;
  const { slug } = record;
  const { queryKey } = queries.record(slug);
  const mutationKey = [...actionsKey, resource, slug];
  // Read from the cache, because the request may be older than this component.
  const [pending] = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => (state.variables as KeyedRequest | undefined)?.request,
  });
  const username = staff.me?.username;
  const { undo } = useBulkActions();

  const { mutateAsync, isSuccess, error, variables, context } = useMutation({
    mutationKey,
    ...retryTransient,
    mutationFn: ({ request, key }: KeyedRequest) =>
      actOnRecord<Detail<T>>(resource, slug, request, key),
    onMutate: async ({ request }) => {
      await cancelReads(client, resource, [slug]);
      const seen = client.getQueryData<Detail<T>>(queryKey) ?? record;
      const readAt = client.getQueryState(queryKey)?.dataUpdatedAt;
      const optimistic = optimisticRecord(seen, request, staff, rules);
      showRecord(client, resource, optimistic, readAt);
      return {
        seen,
        readAt,
        revert: updateListCaches(client, rules, resource, seen, optimistic, username),
      };
    },
    onSuccess: (answer, { request }) => {
      showRecord(client, resource, answer);
      if (request.action !== "note") return;
      deleteNoteDraft(`${resource}/${slug}`);
      // The server refuses to undo an action that a note follows.
      dropUndo(client, resource, [slug]);
    },
    onError: (failure, keyed, before) => {
      before?.revert();
      const found = changedRecord<T>(failure);
      if (found) showRecord(client, resource, found);
      else if (before) showRecord(client, resource, before.seen, before.readAt);
      // The record is no longer shown, or the login page replaces it.
      if (!isMounted.current || hasStatus(failure, 401)) {
        showActionToast({
          type: "error",
          message: `Couldn't update ${nameOf(record)}. ${describeRefusal(failure)}`,
          ...(found && { action: { label: "Open", run: () => void navigate(path) } }),
          ...(isTransient(failure) && { action: { label: "Try again", run: () => send(keyed) } }),
        });
      }
    },
    onSettled: (answer, failure) => {
      void refetchAfterAction(client, resource, [slug]);
      const known = answer ?? changedRecord(failure) ?? hasStatus(failure, 401);
      if (!known) void client.invalidateQueries({ queryKey });
    },
  });

  function act(input: ActionInput) {
    if (client.isMutating({ mutationKey }) > 0) return;
    // A note is added whatever others have changed.
    const seen = input.action === "note" ? {} : { version: record.version };
    send({ request: { ...input, ...seen }, key: newKey() });
  }

  async function settled() {
    const cache = client.getMutationCache();
    const running = cache.find({ mutationKey, status: "pending" });
    while (running?.state.status === "pending") {
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      await nextChange(cache);
    }
    return running?.state.status !== "error";
  }

  function send(keyed: KeyedRequest) {
    const { request: sent } = keyed;
    const answer = mutateAsync(keyed);
    // The action can be undone before the server has responded.
    const records = answer.then(
      (left) => (left.undo ? [left] : []),
      () => [],
    );
    const undoable = { resource, slugs: [slug], records };
    if (sent.action === "note") return;
    pushUndo(client, undoable);
    void announce(sent, undoable);
  }

  /** Reports that an action has succeeded, and offers to undo it. */
  async function announce(sent: ActionRequest, undoable: UndoableAction) {
    const [left] = await undoable.records;
    if (!left) takeUndo(client, undoable);
    else {
      const action = { label: "Undo", run: () => void undo(undoable) };
      showActionToast({ type: "success", message: successMessage(sent, staff), action });
    }
  }

  const request = variables?.request;
  const refusal = error && request && context && { request, error, seen: context.seen };
  return {
    pending,
    act,
    settled,
    done: isSuccess ? request : undefined,
    refusal: refusal || undefined,
    retry: () => variables && !pending && send(variables),
  };
}

/** Waits for the next change of a cache. */
function nextChange(cache: MutationCache): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = cache.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });
}
