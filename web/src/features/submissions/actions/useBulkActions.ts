import type { Resource } from "@rules/public.js";
import {
  type QueryClient,
  useIsMutating,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import {
  type ActionRequest,
  actionsKey,
  neighboursKey,
  recordKey,
  type Submission,
} from "~/api/submissions";
import { actOnRecords, type BulkResult } from "~/api/bulk-actions";
import { isTransient } from "~/api/errors";
import { newKey } from "~/api/idempotency";
import { refusalOf } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import { notify, showActionToast } from "~/ui/toast/toast";
import { useStaff } from "~/features/session/useStaff";
import { updateListCaches } from "./list-caches";
import { describeRefusal, isFinal } from "./refusals";
import {
  cancelReads,
  refetchAfterAction,
  retryTransient,
  settledMutation,
  showRecord,
} from "./action-caches";
import { bulkDetails, bulkMessage, verbs } from "./action-words";
import { completeUndo, dropUndo, findUndo, pushUndo, removeUndo } from "./undo-stack";

/** An action on several records, as the user saw them. */
export type BulkInput = Pick<ActionRequest, "action" | "to"> & {
  resource: Resource;
  records: readonly Submission[];
};

/** A request with its idempotency key. */
type BulkRequest = Omit<BulkInput, "records"> & {
  key: string;
  slugs: readonly string[];
  /** The records as the user saw them, unless the request undoes an action of this tab. */
  records?: readonly Submission[];
  /** The key of the action that the request undoes. */
  undoes?: string;
};

/** The response to a request, with the records that were sent. */
type BulkResponse = { records: readonly Submission[]; results: readonly BulkResult[] };

const mutationKey = [...actionsKey, "bulk"];

export type BulkActions = {
  /** Whether a request is pending or queued. */
  pending: boolean;
  /** Returns whether a request with this record is pending or queued. */
  isActing: (resource: Resource, slug: string) => boolean;
  /** Applies an action to several records, after the requests that are pending. */
  act: (input: BulkInput) => void;
  /** Undoes the action of an idempotency key, by default the last one of this tab. If there is none, calls `otherwise` or reports that. */
  undo: (key?: string, otherwise?: () => void) => void;
  /** Undoes the last action on a record, whether or not it was done in this tab. */
  undoRecord: (resource: Resource, record: Submission) => void;
};

/**
 * Applies actions to several records at once, and undoes actions on one or several. Requests are sent one after the
 * other. `onDone` is called with the slugs of the records on which an action succeeded.
 */
export function useBulkActions(onDone?: (slugs: readonly string[]) => void): BulkActions {
  const client = useQueryClient();
  const rules = useStaffRules();
  const staff = useStaff();

  const pending = useIsMutating({ mutationKey }) > 0;
  const { mutate } = useMutation({
    mutationKey,
    // Mutations of one scope run one after the other.
    scope: { id: "bulk-actions" },
    ...retryTransient,
    mutationFn: async (request: BulkRequest): Promise<BulkResponse> => {
      const { resource, action, to, slugs, key, undoes } = request;
      // Not in `onMutate`, which is called when the request is queued.
      await cancelReads(client, resource, slugs);
      const records = undoes ? await recordsAfter(client, undoes) : currentRecords(client, request);
      // The action to undo has failed, or was undone before.
      if (records.length === 0) return { records, results: [] };
      const body = {
        action,
        ...(to !== undefined && { to }),
        records: records.map(({ slug, version }) => ({ slug, version })),
      };
      return { records, results: await actOnRecords(resource, body, key) };
    },
    onSuccess: ({ records, results }, request) => {
      if (results.length === 0) return;
      const { resource, action, key } = request;
      for (const { slug, record } of results) {
        const was = records.find((each) => each.slug === slug);
        if (!was || !record) continue;
        updateListCaches(client, rules, resource, was, record, staff.me?.username);
        showRecord(client, resource, record);
      }
      const changed = changedRecords(results);
      if (action === "undo") removeUndone(request);
      else {
        completeUndo(client, key, changed);
        onDone?.(changed.map(({ slug }) => slug));
      }
      report({ records, results }, request);
    },
    onError: (error, request) => {
      const { action, key } = request;
      if (action !== "undo") removeUndo(client, key);
      else if (isFinal(error)) removeUndone(request);
      showActionToast({
        type: "error",
        message: `Couldn't ${verbs[action]}. ${describeRefusal(error)}`,
        ...(isTransient(error) && {
          action: { label: "Try again", run: () => send(request) },
        }),
      });
    },
    onSettled: async (_, error, { resource, slugs }) => {
      // Awaited, so that the next request in the queue cancels these reads.
      await refetchAfterAction(client, resource, slugs);
      // Restored records change the neighbors of other records.
      void client.invalidateQueries({ queryKey: neighboursKey(resource) });
      if (!error) return;
      for (const slug of slugs) {
        void client.invalidateQueries({ queryKey: recordKey(resource, slug) });
      }
    },
  });

  function report({ records, results }: BulkResponse, request: BulkRequest) {
    const { action, key } = request;
    const changed = changedRecords(results);
    const isUndoable = action !== "undo" && changed.some(({ undo: last }) => last);
    showActionToast({
      type: changed.length > 0 ? "success" : "error",
      message: bulkMessage(request, results, staff),
      details: bulkDetails(results, records),
      ...(isUndoable && { action: { label: "Undo", run: () => undo(key) } }),
    });
  }

  function removeUndone({ resource, slugs, undoes }: BulkRequest) {
    if (undoes) removeUndo(client, undoes);
    else dropUndo(client, resource, slugs);
  }

  function act({ records: all, ...input }: BulkInput) {
    const { resource, action, to } = input;
    // The same action again, before the response to the first.
    const isRepeated = ({ slug }: Submission) => {
      const last = lastPending(client, resource, slug);
      return last?.action === action && last.to === to;
    };
    const records = all.filter((record) => !isRepeated(record));
    const slugs = records.map(({ slug }) => slug);
    if (records.length > 0) send({ ...input, records, slugs, key: newKey() });
  }

  function send(request: BulkRequest) {
    const { action, resource, slugs, key } = request;
    // The second click of a double click.
    if (pendingRequests(client).some((each) => each.key === key)) return;
    mutate(request);
    // The action can be undone before the server has responded.
    if (action !== "undo") pushUndo(client, { key, resource, slugs });
  }

  function undo(ofKey?: string, otherwise?: () => void) {
    const sent = new Set(pendingRequests(client).map(({ key }) => key));
    const found = findUndo(client, ({ key, undoKey }) =>
      ofKey ? key === ofKey : !sent.has(undoKey),
    );
    if (found) {
      const { resource, slugs, key: undoes, undoKey: key } = found;
      send({ action: "undo", resource, slugs, undoes, key });
    } else if (otherwise) otherwise();
    else notify("info", `${refusalOf(rules, "new", "undo")}.`);
  }

  return {
    pending,
    isActing: (resource, slug) => lastPending(client, resource, slug) !== undefined,
    act,
    undo,
    undoRecord: (resource, record) => act({ action: "undo", resource, records: [record] }),
  };
}

const changedRecords = (results: readonly BulkResult[]) =>
  results.flatMap(({ status, record }) => (status === 200 && record ? [record] : []));

/** Returns the requests without a response, in order. */
function pendingRequests(client: QueryClient): BulkRequest[] {
  const pending = client.getMutationCache().findAll({ mutationKey, status: "pending" });
  return pending.map(({ state }) => state.variables as BulkRequest);
}

function lastPending(client: QueryClient, resource: Resource, slug: string) {
  return pendingRequests(client).findLast(
    (each) => each.resource === resource && each.slugs.includes(slug),
  );
}

/** Returns the records of a request as earlier requests have left them, which the user did not see when it was queued. */
function currentRecords(client: QueryClient, { resource, records = [] }: BulkRequest) {
  const responses = client
    .getMutationCache()
    .findAll({ mutationKey, status: "success" })
    .filter(({ state }) => (state.variables as BulkRequest).resource === resource)
    .map(({ state }) => state.data as BulkResponse);
  return records.map((seen) =>
    responses.reduce<Submission>((record, { records: sent, results }) => {
      const { slug, version } = record;
      const isChanged = sent.some((each) => each.slug === slug && each.version === version);
      const changed = isChanged && changedRecords(results).find((each) => each.slug === slug);
      return changed || record;
    }, seen),
  );
}

/** Waits for the response to an action on an open record, and returns the records of an action that can be undone. */
async function recordsAfter(client: QueryClient, key: string): Promise<readonly Submission[]> {
  await settledMutation(client, {
    status: "pending",
    // Those of the same scope come before or after.
    predicate: ({ state, options }) => !options.scope && Object(state.variables).key === key,
  });
  return findUndo(client, (each) => each.key === key)?.records ?? [];
}
