import type { Resource } from "@rules/public.js";
import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { hasStatus, isTransient } from "~/api/errors";
import { actionsKey, type Detail, type Submission } from "~/api/submissions";
import type { ActionInput, ActionRequest } from "~/features/submissions/actions/action-request";
import { changedRecord, describeRefusal, errorOf } from "~/features/submissions/actions/refusals";
import { type ActionResponse, useActions } from "~/features/submissions/actions/useActions";
import { showActionToast } from "~/ui/toast/toast";

export type RecordActionInput = Omit<ActionInput, "resource" | "records">;

/** A request that was refused or got no response. */
export type Refusal = {
  request: ActionRequest;
  error: Error;
  /** The version that was sent, if the server has responded. */
  version: number | undefined;
};

/** The actions on one record. */
export type RecordActions = {
  /** The request that has no response yet. */
  pending: ActionRequest | undefined;
  /** Sends an action, unless one is pending. */
  act: (input: RecordActionInput) => void;
  /** Waits until no request is pending. Returns whether the last one succeeded. */
  settled: () => Promise<boolean>;
  /** The last action, if it succeeded. */
  done: ActionRequest | undefined;
  /** The last action, if it failed. */
  refusal: Refusal | undefined;
  /** Retries with the same idempotency key. */
  retry: () => void;
};

/** Applies actions to a record. If one is refused when the record is no longer shown, a toast says so. */
export function useRecordActions(resource: Resource, record: Detail<Submission>): RecordActions {
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const path = pathname + search;
  const { slug } = record;
  const { act, isActing, last, retry } = useActions({
    onRefused: (_, error, again) => {
      // The login page replaces the record, too.
      if (isMounted.current && !hasStatus(error, 401)) return;
      showActionToast({
        type: "error",
        message: `Couldn't update ${record.full_name}. ${describeRefusal(error)}`,
        ...(changedRecord(error) && { action: { label: "Open", run: () => void navigate(path) } }),
        ...(isTransient(error) && { action: { label: "Try again", run: again } }),
      });
    },
  });
  // Read from the cache, because the request may be older than this component.
  const pending = useMutationState({
    filters: { mutationKey: actionsKey, status: "pending" },
    select: ({ state }) => state.variables as ActionRequest,
  }).findLast(isOfRecord);

  function isOfRecord(request: ActionRequest) {
    return request.resource === resource && request.slugs.includes(slug);
  }

  async function settled() {
    const cache = client.getMutationCache();
    const mutation = cache
      .findAll({ mutationKey: actionsKey, status: "pending" })
      .findLast(({ state }) => isOfRecord(state.variables as ActionRequest));
    while (mutation?.state.status === "pending") {
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      await new Promise<void>((resolve) => {
        const stop = cache.subscribe(() => (stop(), resolve()));
      });
    }
    const { data, error } = mutation?.state ?? {};
    return !failureOf(data as ActionResponse | undefined, error ?? null);
  }

  const { request, response } = last;
  const error = failureOf(response, last.error);
  const isUndo = request?.action === "undo";
  return {
    pending,
    settled,
    act: (input) => {
      if (!isActing(resource, slug)) act({ ...input, resource, records: [record] });
    },
    done: response && !error ? request : undefined,
    refusal:
      request && error && !isUndo
        ? { request, error, version: response?.records[0]?.version }
        : undefined,
    retry,
  };
}

/** Returns a ref that is true while the component is mounted. */
function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return isMounted;
}

/** Returns why a request on one record failed. */
function failureOf(response: ActionResponse | undefined, error: Error | null): Error | undefined {
  const [result] = response?.results ?? [];
  return error ?? (result && errorOf(result));
}
