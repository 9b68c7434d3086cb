import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { actOnRecord, type Order } from "../../../../api/act-on-record";
import { hasStatus, isTransient } from "../../../../api/errors";
import { inboxQuery } from "../../../../api/get-inbox";
import { keepOlderHistory } from "../../../../api/history";
import { newKey } from "../../../../api/idempotency";
import { type Detail, nameOf, pagesKey, type Submission } from "../../../../api/submissions";
import { forgetDraft } from "../../../session/drafts";
import { useStaffRules } from "../../../../rules/useRules";
import { notifyError } from "../../../../ui/toast/toast";
import type { SubmissionKind } from "../../kinds/kind";
import { updateListCaches } from "./list-caches";
import { optimisticRecord } from "./optimistic";
import { changedRecord, describeRefusal } from "./refusals";
import { useIsMounted } from "./useIsMounted";
import type { Staff } from "../../../session/useStaff";

/** What is asked of a record; of which version is known here. */
export type Wish = Omit<Order, "version">;

/** One click: what it asks for, and the key by which it is done once, however often it is sent. */
type Click = { order: Order; key: string };

/** What was asked of a record and refused, or found no answer. */
export type Refusal<T extends Submission> = {
  order: Order;
  error: Error;
  /** The record as it was when it was asked for. */
  seen: Detail<T>;
};

/** The work on one record. */
export type Work<T extends Submission> = {
  /** What has been asked for and not been answered yet. */
  pending: Order | undefined;
  /** Asks for something, unless something is pending. */
  act: (wish: Wish) => void;
  /** What was done last, and what was not. */
  done: Order | undefined;
  refusal: Refusal<T> | undefined;
  /** Sends what found no answer once more, as the same click. */
  retry: () => void;
};

/** Does what is asked for: it shows at once, and goes again if the server does not agree. */
export function useWork<T extends Submission>(
  { queries }: SubmissionKind<T>,
  record: Detail<T>,
  staff: Staff,
): Work<T> {
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const rules = useStaffRules();
  const { resource } = queries;
  const { slug } = record;
  const { queryKey } = queries.record(slug);
  const mutationKey = [resource, "work", slug];
  // Asked of the cache, because it may have been asked for before this page was left and come back to.
  const [pending] = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => (state.variables as Click | undefined)?.order,
  });
  const username = staff.me?.username;

  /** Shows a record, unless it has been forgotten meanwhile because somebody signed out. */
  function show(shown: Detail<T>, updatedAt = Date.now()) {
    client.setQueryData<Detail<T>>(queryKey, (now) => now && keepOlderHistory(now, shown), {
      updatedAt,
    });
  }

  const { mutate, isSuccess, error, variables, context } = useMutation({
    mutationKey,
    networkMode: "always",
    retry: (failures, failure) => isTransient(failure) && failures < 2,
    retryDelay: (failure) => 1000 * 2 ** failure,
    mutationFn: ({ order, key }: Click) => actOnRecord<Detail<T>>(resource, slug, order, key),
    onMutate: async ({ order }) => {
      // An answer that is on its way would undo what is shown ahead of it.
      const shownAhead = [pagesKey(resource), queryKey, inboxQuery.queryKey];
      await Promise.all(shownAhead.map((key) => client.cancelQueries({ queryKey: key })));
      const seen = client.getQueryData<Detail<T>>(queryKey) ?? record;
      const readAt = client.getQueryState(queryKey)?.dataUpdatedAt;
      const ahead = optimisticRecord(seen, order, staff, rules);
      show(ahead, readAt);
      return { seen, readAt, undo: updateListCaches(client, resource, seen, ahead, username) };
    },
    onSuccess: (answer, { order }) => {
      show(answer);
      if (order.action === "note") forgetDraft(`${resource}/${slug}`);
    },
    onError: (failure, _, before) => {
      before?.undo();
      const found = changedRecord<T>(failure);
      if (found) show(found);
      else if (before) show(before.seen, before.readAt);
      // Whoever has gone on to something else, or is led to the login page, reads it there.
      if (!isMounted.current || hasStatus(failure, 401)) {
        notifyError(`Nothing was changed for ${nameOf(record)}. ${describeRefusal(failure)}`);
      }
    },
    onSettled: (answer, failure) => {
      void client.invalidateQueries({ queryKey: pagesKey(resource) });
      void client.invalidateQueries({ queryKey: inboxQuery.queryKey });
      const known = answer ?? changedRecord(failure) ?? hasStatus(failure, 401);
      if (!known) void client.invalidateQueries({ queryKey });
    },
  });

  function act(wish: Wish) {
    if (client.isMutating({ mutationKey }) > 0) return;
    // A note says nothing of how the record stands, so it is welcome whatever has changed.
    const seen = wish.action === "note" ? {} : { version: record.version };
    mutate({ order: { ...wish, ...seen }, key: newKey() });
  }

  const order = variables?.order;
  const refusal = error && order && context && { order, error, seen: context.seen };
  return {
    pending,
    act,
    done: isSuccess ? order : undefined,
    refusal: refusal || undefined,
    retry: () => variables && !pending && mutate(variables),
  };
}
