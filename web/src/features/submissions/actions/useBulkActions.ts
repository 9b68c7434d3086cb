import type { Resource } from "@rules/public.js";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { ActionRequest } from "~/api/act-on-record";
import { actOnRecords, type BulkResult } from "~/api/act-on-records";
import { isTransient } from "~/api/errors";
import { newKey } from "~/api/idempotency";
import { actionsKey, neighboursKey, recordKey, type Submission } from "~/api/submissions";
import { refusalOf } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import { showActionToast } from "~/ui/toast/toast";
import { useStaff } from "~/features/session/useStaff";
import { updateListCaches } from "../record/work/list-caches";
import { describeRefusal } from "../record/work/refusals";
import { cancelReads, refetchAfterAction, retryTransient, showRecord } from "./action-caches";
import { bulkDetails, bulkMessage, verbs } from "./action-words";
import { dropUndo, pushUndo, takeUndo, type UndoableAction } from "./undo-stack";

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
   * Applies an action to several records, unless one is pending. Returns the slugs of the records on which it failed,
   * or undefined if the request failed.
   */
  act: (input: BulkInput) => Promise<string[] | undefined>;
  /** Undoes an action, by default the last one of this tab. If there is none, calls `otherwise` or reports that. */
  undo: (action?: UndoableAction, otherwise?: () => void) => Promise<void>;
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
      actOnRecords<Submission>(
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

  function report(results: readonly BulkResult<Submission>[], input: BulkInput) {
    const { action, resource, records } = input;
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
    const done = { resource, slugs, records: Promise.resolve(undoable) };
    pushUndo(client, done);
    const offer = { label: "Undo", run: () => void undo(done) };
    showActionToast({ type: "success", message, details, action: offer });
  }

  async function act(input: BulkInput) {
    if (client.isMutating({ mutationKey }) > 0) return undefined;
    return send({ ...input, key: newKey() });
  }

  async function send(input: KeyedInput) {
    try {
      const results = await mutateAsync(input);
      return results.flatMap(({ slug, status }) => (status === 200 ? [] : [slug]));
    } catch {
      return undefined;
    }
  }

  async function undo(action?: UndoableAction, otherwise?: () => void) {
    if (client.isMutating({ mutationKey }) > 0) return;
    const taken = takeUndo(client, action);
    if (!taken) {
      if (otherwise) otherwise();
      else toast.info(`${refusalOf(rules, "new", "undo")}.`, { toastId: "undo" });
      return;
    }
    const records = await taken.records;
    if (records.length > 0) void act({ action: "undo", resource: taken.resource, records });
  }

  function undoRecord(resource: Resource, record: Submission) {
    dropUndo(client, resource, [record.slug]);
    void act({ action: "undo", resource, records: [record] });
  }

  return { pending, act, undo, undoRecord };
}
