import type { Resource } from "@rules/public.js";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type ActionRequest,
  actionsKey,
  type Detail,
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
import { describeRefusal } from "./refusals";
import {
  cancelReads,
  refetchAfterAction,
  retryTransient,
  settledMutation,
  showRecord,
} from "./action-caches";
import { bulkDetails, bulkMessage, verbs } from "./action-words";
import { dropUndo, pushUndo, takeUndo } from "./undo-stack";

/** An action on several records, with the versions that the user saw. */
export type BulkInput = Pick<ActionRequest, "action" | "to"> & {
  resource: Resource;
  records: readonly Submission[];
};

/** An action with its idempotency key. */
type KeyedInput = BulkInput & { key: string };

const mutationKey = [...actionsKey, "bulk"];

export type BulkActions = {
  pending: boolean;
  /**
   * Applies an action to several records, unless one is pending. Returns the slugs of the records on which it
   * succeeded.
   */
  act: (input: BulkInput) => Promise<string[]>;
  /** Undoes the action of an idempotency key, by default the last one of this tab. If there is none, calls `otherwise` or reports that. */
  undo: (key?: string, otherwise?: () => void) => Promise<void>;
  /** Undoes the last action on a record, whether or not it was done in this tab. */
  undoRecord: (resource: Resource, record: Submission) => void;
};

/** Applies actions to several records at once, and undoes actions on one or several. */
export function useBulkActions(): BulkActions {
  const client = useQueryClient();
  const rules = useStaffRules();
  const staff = useStaff();

  const pending = useIsMutating({ mutationKey }) > 0;
  const { mutateAsync } = useMutation({
    mutationKey,
    ...retryTransient,
    mutationFn: ({ resource, action, to, records, key }: KeyedInput) =>
      actOnRecords(
        resource,
        {
          action,
          ...(to !== undefined && { to }),
          records: records.map(({ slug, version }) => ({ slug, version })),
        },
        key,
      ),
    onMutate: ({ resource, records }) =>
      cancelReads(
        client,
        resource,
        records.map(({ slug }) => slug),
      ),
    onSuccess: (results, input) => {
      for (const { slug, record } of results) {
        const was = input.records.find((each) => each.slug === slug);
        if (!was || !record) continue;
        updateListCaches(client, rules, input.resource, was, record, staff.me?.username);
        showRecord(client, input.resource, record);
      }
      report(results, input);
    },
    onError: (error, input) => {
      showActionToast({
        type: "error",
        message: `Couldn't ${verbs[input.action]}. ${describeRefusal(error)}`,
        ...(isTransient(error) && { action: { label: "Try again", run: () => void send(input) } }),
      });
    },
    onSettled: (_, error, { resource, records }) => {
      void refetchAfterAction(
        client,
        resource,
        records.map(({ slug }) => slug),
      );
      // Restored records change the neighbors of other records.
      void client.invalidateQueries({ queryKey: neighboursKey(resource) });
      if (!error) return;
      for (const { slug } of records) {
        void client.invalidateQueries({ queryKey: recordKey(resource, slug) });
      }
    },
  });

  function report(results: readonly BulkResult[], input: KeyedInput) {
    const { action, resource, records, key } = input;
    const message = bulkMessage(input, results, staff);
    const details = bulkDetails(results, records);
    const left = results.flatMap(({ status, record }) =>
      status === 200 && record ? [record] : [],
    );
    const undoable = action === "undo" ? [] : left.filter(({ undo: last }) => last);
    if (undoable.length === 0) {
      showActionToast({ type: left.length > 0 ? "success" : "error", message, details });
      return;
    }
    const slugs = undoable.map(({ slug }) => slug);
    pushUndo(client, { key, resource, slugs, records: undoable });
    const offer = { label: "Undo", run: () => void undo(key) };
    showActionToast({ type: "success", message, details, action: offer });
  }

  async function act(input: BulkInput) {
    if (client.isMutating({ mutationKey }) > 0) return [];
    return send({ ...input, key: newKey() });
  }

  async function send(input: KeyedInput) {
    try {
      const results = await mutateAsync(input);
      return results.flatMap(({ slug, status }) => (status === 200 ? [slug] : []));
    } catch {
      return [];
    }
  }

  async function undo(ofKey?: string, otherwise?: () => void) {
    if (client.isMutating({ mutationKey }) > 0) return;
    const taken = takeUndo(client, ofKey);
    if (!taken) {
      if (otherwise) otherwise();
      else notify("info", `${refusalOf(rules, "new", "undo")}.`);
      return;
    }
    const records = taken.records ?? (await sentRecords(taken.key));
    if (records.length > 0) void act({ action: "undo", resource: taken.resource, records });
  }

  /** Waits for the response to an action, and returns its record if the action can be undone. */
  async function sentRecords(key: string): Promise<readonly Submission[]> {
    const sent = await settledMutation(client, {
      predicate: ({ state }) => Object(state.variables).key === key,
    });
    const record = sent?.state.data as Detail<Submission> | undefined;
    return record?.undo ? [record] : [];
  }

  function undoRecord(resource: Resource, record: Submission) {
    dropUndo(client, resource, [record.slug]);
    void act({ action: "undo", resource, records: [record] });
  }

  return { pending, act, undo, undoRecord };
}
