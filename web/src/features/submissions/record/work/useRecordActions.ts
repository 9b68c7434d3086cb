import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { hasStatus, isTransient } from "~/api/errors";
import { newKey } from "~/api/idempotency";
import { type ActionRequest, actionsKey, type Detail, type Submission } from "~/api/submissions";
import { deleteNoteDraft } from "~/features/session/note-drafts";
import { useStaffRules } from "~/rules/useRules";
import { useLocation, useNavigate } from "react-router-dom";
import { showActionToast } from "~/ui/toast/toast";
import {
  cancelReads,
  refetchAfterAction,
  retryTransient,
  settledMutation,
  showRecord,
} from "~/features/submissions/actions/action-caches";
import { successMessage } from "~/features/submissions/actions/action-words";
import {
  completeUndo,
  dropUndo,
  pushUndo,
  removeUndo,
} from "~/features/submissions/actions/undo-stack";
import { useBulkActions } from "~/features/submissions/actions/useBulkActions";
import type { SubmissionKind } from "~/features/submissions/kinds/kind";
import { updateListCaches } from "~/features/submissions/actions/list-caches";
import { optimisticRecord } from "./optimistic";
import { changedRecord, describeRefusal } from "~/features/submissions/actions/refusals";
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

  const { mutate, isSuccess, error, variables, context } = useMutation({
    mutationKey,
    ...retryTransient,
    mutationFn: ({ request, key }: KeyedRequest) => queries.act(slug, request, key),
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
    onSuccess: (updated, { request, key }) => {
      showRecord(client, resource, updated);
      if (request.action === "note") {
        deleteNoteDraft(`${resource}/${slug}`);
        // The server refuses to undo an action that a note follows.
        dropUndo(client, resource, [slug]);
      } else {
        completeUndo(client, key, [updated]);
        if (!updated.undo) return;
        const action = { label: "Undo", run: () => undo(key) };
        showActionToast({ type: "success", message: successMessage(request, staff), action });
      }
    },
    onError: (failure, keyed, before) => {
      before?.revert();
      removeUndo(client, keyed.key);
      const found = changedRecord<T>(failure);
      if (found) showRecord(client, resource, found);
      else if (before) showRecord(client, resource, before.seen, before.readAt);
      // The record is no longer shown, or the login page replaces it.
      if (!isMounted.current || hasStatus(failure, 401)) {
        showActionToast({
          type: "error",
          message: `Couldn't update ${record.full_name}. ${describeRefusal(failure)}`,
          ...(found && { action: { label: "Open", run: () => void navigate(path) } }),
          ...(isTransient(failure) && { action: { label: "Try again", run: () => send(keyed) } }),
        });
      }
    },
    onSettled: (updated, failure) => {
      void refetchAfterAction(client, resource, [slug]);
      const known = updated ?? changedRecord(failure) ?? hasStatus(failure, 401);
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
    const last = await settledMutation(client, { mutationKey, status: "pending" });
    return last?.state.status !== "error";
  }

  function send(keyed: KeyedRequest) {
    mutate(keyed);
    // The action can be undone before the server has responded.
    if (keyed.request.action !== "note") {
      pushUndo(client, { key: keyed.key, resource, slugs: [slug] });
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
