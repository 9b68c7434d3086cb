import type { Resource } from "@rules/public.js";
import {
  type Mutation,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { type ActionResult, actOnRecords } from "~/api/actions";
import { hasStatus, isRetryable, isTransient } from "~/api/errors";
import { newKey } from "~/api/idempotency";
import { actionsKey, neighboursKey, type Submission } from "~/api/submissions";
import { deleteNoteDraft } from "~/features/session/note-drafts";
import { useStaff } from "~/features/session/useStaff";
import { refusalOf } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import { notify, showActionToast } from "~/ui/toast/toast";
import {
  cancelReads,
  type RecordBefore,
  refetchAfterAction,
  showExpected,
  showRecord,
} from "./action-caches";
import type { ActionInput, ActionRequest } from "./action-request";
import { actionDetails, actionMessage, verbs } from "./action-words";
import { describeRefusal, errorOf, isFinal } from "./refusals";
import { completeUndo, dropUndo, findUndo, pushUndo, removeUndo } from "./undo-stack";

/** The response to a request, with the records that were sent. */
export type ActionResponse = {
  records: readonly Submission[];
  results: readonly ActionResult[];
};

type Handlers = {
  /** Called with the slugs of the records on which an action succeeded. */
  onDone?: (slugs: readonly string[]) => void;
  /** Reports that a request on one record failed, instead of a toast. `retry` sends it with the same key. */
  onRefused?: (request: ActionRequest, error: Error, retry: () => void) => void;
};

export type Actions = {
  /** Whether a request is pending or queued. */
  pending: boolean;
  /** Returns whether a request with this record is pending or queued. */
  isActing: (resource: Resource, slug: string) => boolean;
  /** Returns a record as the requests of this tab have left it, which a list shows one call later. */
  current: (record: Submission) => Submission;
  /** Applies an action to records, after the requests that are pending. */
  act: (input: ActionInput) => void;
  /** Undoes the action of an idempotency key, by default the last one of this tab. If there is none, calls `otherwise` or reports that. */
  undo: (key?: string, otherwise?: () => void) => void;
  /** The last request of this component, with its response or its error. */
  last: {
    request: ActionRequest | undefined;
    response: ActionResponse | undefined;
    error: Error | null;
  };
  /** Sends the last request again, with the same idempotency key. */
  retry: () => void;
};

/**
 * Applies actions to one or several records, and undoes them. Requests are sent one after the other. Shows each at once on
 * the record that is open, and reverts that if the server refuses.
 */
export function useActions({ onDone, onRefused }: Handlers = {}): Actions {
  const client = useQueryClient();
  const rules = useStaffRules();
  const staff = useStaff();

  const pending = useIsMutating({ mutationKey: actionsKey }) > 0;
  const { mutate, variables, data, error } = useMutation({
    mutationKey: actionsKey,
    // Mutations of one scope run one after the other.
    scope: { id: "actions" },
    networkMode: "always",
    // An unanswered note is found again, however late.
    gcTime: Infinity,
    // After transient errors, with the same idempotency key.
    retry: (failures, failure: Error) => isRetryable(failure) && failures < 2,
    retryDelay: (failure) => 1000 * 2 ** failure,
    onMutate: (request: ActionRequest) => showExpected(client, request, staff, rules),
    mutationFn: async (request): Promise<ActionResponse> => {
      const { resource, key, action, to, text } = request;
      // Again, because `onMutate` is called when the request is queued.
      await cancelReads(client, request);
      const records = request.undoes
        ? (findUndo((each) => each.key === request.undoes)?.records ?? [])
        : (request.records ?? []).map((record) => currentRecord(client, record));
      // The action to undo has failed, or was undone before.
      if (records.length === 0) return { records, results: [] };
      const results = await actOnRecords(
        resource,
        {
          action,
          ...(to !== undefined && { to }),
          ...(text !== undefined && { text }),
          records: records.map(({ slug, version }) => ({ slug, version })),
        },
        key,
      );
      const failed = results.filter(({ status }) => status >= 500);
      const failure = failed[0] && errorOf(failed[0]);
      // What was undone already succeeds again.
      if (failure && (action === "undo" || failed.length === results.length)) throw failure;
      return { records, results };
    },
    onSuccess: ({ records, results }, request, before) => {
      const { resource, slugs, action, key, text } = request;
      if (results.length === 0) return;
      revert(request, before);
      for (const { record } of results) if (record) showRecord(client, resource, record);
      const changed = changedRecords(results);
      const changedSlugs = changed.map(({ slug }) => slug);
      if (action === "undo") removeUndone(request);
      else if (action === "note") {
        for (const slug of slugs) deleteNoteDraft(`${resource}/${slug}`, text ?? "");
        // The server refuses to undo an action that a note follows.
        dropUndo(resource, slugs);
      } else completeUndo(key, changed);
      if (action !== "undo") onDone?.(changedSlugs);
      const [only] = results;
      const refused = results.length === 1 && only && errorOf(only);
      if (refused && onRefused && action !== "undo")
        onRefused(request, refused, () => send(request));
      else if (action !== "note") report({ records, results }, request);
    },
    onError: (failure, request, before) => {
      const { action, key } = request;
      revert(request, before);
      if (action !== "undo") removeUndo(key);
      else if (isFinal(failure)) removeUndone(request);
      if (onRefused && action !== "undo") return onRefused(request, failure, () => send(request));
      showActionToast({
        type: "error",
        message: `Couldn't ${verbs[action]}. ${describeRefusal(failure)}`,
        ...(isTransient(failure) && {
          action: { label: "Try again", run: () => send(request) },
        }),
      });
    },
    onSettled: async (response, failure, request) => {
      const { resource, slugs, action } = request;
      const known = response?.results.flatMap(({ record }) => record?.slug ?? []) ?? [];
      const isSignedOut = hasStatus(failure, 401);
      const outdated = isSignedOut ? [] : slugs.filter((slug) => !known.includes(slug));
      // Awaited, so that the next request in the queue cancels these reads.
      await refetchAfterAction(client, request, outdated);
      // Restored records change the neighbors of other records, also of one whose first call may not know of them.
      if (action === "undo") {
        await client.cancelQueries({ queryKey: neighboursKey(resource) });
        void client.invalidateQueries({ queryKey: neighboursKey(resource) });
      }
    },
  });

  function revert({ resource }: ActionRequest, before: readonly RecordBefore[] = []) {
    for (const { record, readAt } of before) showRecord(client, resource, record, readAt);
  }

  function report({ records, results }: ActionResponse, request: ActionRequest) {
    const { action, key } = request;
    const changed = changedRecords(results);
    const isUndoable = action !== "undo" && changed.some(({ undo: last }) => last);
    showActionToast({
      type: changed.length > 0 ? "success" : "error",
      message: actionMessage(request, results, staff),
      details: actionDetails(results, records),
      ...(isUndoable && { action: { label: "Undo", run: () => undo(key) } }),
    });
  }

  function act({ records: all, ...input }: ActionInput) {
    const { resource, action, to } = input;
    // The same action again, before the response to the first.
    const isRepeated = ({ slug }: Submission) => {
      const last = lastPending(client, resource, slug);
      return last?.action === action && last.to === to;
    };
    const records = all.filter((record) => !isRepeated(record));
    const slugs = records.map(({ slug }) => slug);
    const request = { ...input, records, slugs, key: newKey() };
    if (records.length > 0) send(unansweredNote(client, request) ?? request);
  }

  function send(request: ActionRequest) {
    const { action, resource, slugs, key } = request;
    // The second click of a double click.
    if (pendingRequests(client).some((each) => each.key === key)) return;
    mutate(request);
    // The action can be undone before the server has responded.
    if (action !== "undo" && action !== "note") pushUndo({ key, resource, slugs });
  }

  function undo(ofKey?: string, otherwise?: () => void) {
    const sent = new Set(pendingRequests(client).map(({ key }) => key));
    const found = findUndo(({ key, undoKey }) => (ofKey ? key === ofKey : !sent.has(undoKey)));
    if (found) {
      const { resource, slugs, key: undoes, undoKey: key } = found;
      send({ action: "undo", resource, slugs, undoes, key });
    } else if (otherwise) otherwise();
    else notify("info", `${refusalOf(rules, "new", "undo")}.`);
  }

  return {
    pending,
    isActing: (resource, slug) => lastPending(client, resource, slug) !== undefined,
    current: (record) => currentRecord(client, record),
    act,
    undo,
    last: { request: variables, response: data, error },
    retry: () => variables && send(variables),
  };
}

const changedRecords = (results: readonly ActionResult[]) =>
  results.flatMap(({ status, record }) => (status === 200 && record ? [record] : []));

/** Removes what a request has undone, or can no longer undo. */
function removeUndone({ resource, slugs, undoes }: ActionRequest) {
  if (undoes) removeUndo(undoes);
  else dropUndo(resource, slugs);
}

const requestOf = ({ state }: Mutation) => state.variables as ActionRequest;

/** Returns the requests without a response, in order. */
function pendingRequests(client: QueryClient): ActionRequest[] {
  const cache = client.getMutationCache();
  return cache.findAll({ mutationKey: actionsKey, status: "pending" }).map(requestOf);
}

function lastPending(client: QueryClient, resource: Resource, slug: string) {
  return pendingRequests(client).findLast(
    (each) => each.resource === resource && each.slugs.includes(slug),
  );
}

/**
 * Returns the request of the same note, if it was the last one on its record and got no response: the server may have
 * stored the note, so it must not be sent with another key.
 */
function unansweredNote(client: QueryClient, { resource, slugs, action, text }: ActionRequest) {
  if (action !== "note") return undefined;
  const last = client
    .getMutationCache()
    .findAll({ mutationKey: actionsKey })
    .findLast((mutation) => {
      const sent = requestOf(mutation);
      return sent.action === action && sent.resource === resource && sent.slugs[0] === slugs[0];
    });
  const request = last && requestOf(last);
  return isTransient(last?.state.error) && request?.text === text ? request : undefined;
}

/** Returns a record as earlier requests have left it, if nobody else has changed it before them. */
function currentRecord(client: QueryClient, seen: Submission): Submission {
  return client
    .getMutationCache()
    .findAll({ mutationKey: actionsKey, status: "success" })
    .map(({ state }) => state.data as ActionResponse)
    .reduce((record, { records, results }) => {
      const { slug, version } = record;
      const isChanged = records.some((each) => each.slug === slug && each.version === version);
      const changed = isChanged && changedRecords(results).find((each) => each.slug === slug);
      return changed || record;
    }, seen);
}
