import type { Resource } from "@rules/public.js";
import type { QueryClient } from "@tanstack/react-query";
import { newKey } from "~/api/idempotency";
import type { Detail, Submission } from "~/api/submissions";

/** An action of this tab that can be undone. */
export type UndoableAction = {
  /** The idempotency key of the request. */
  key: string;
  /** The idempotency key of its undo: a repeated undo counts once. */
  undoKey: string;
  resource: Resource;
  slugs: readonly string[];
  /** The records after the action, once the server has responded. */
  records?: readonly Submission[];
};

/** The query key of the stack. Signing out removes it with the rest of the query cache. */
const queryKey = ["undo"];

/** Maximum number of actions on the stack. */
const MAX_ACTIONS = 100;

/** Pushes an action that has been sent. */
export function pushUndo(
  client: QueryClient,
  action: Pick<UndoableAction, "key" | "resource" | "slugs">,
): void {
  client.setQueryDefaults(queryKey, { gcTime: Infinity });
  change(client, (stack) => [...stack, { ...action, undoKey: newKey() }].slice(-MAX_ACTIONS));
}

/**
 * Adds the records that an action has changed once the server has responded, unless it was removed before. Drops
 * earlier actions on these records: the server only undoes the last one.
 */
export function completeUndo(
  client: QueryClient,
  key: string,
  changed: readonly Detail<Submission>[],
): void {
  change(client, (stack) => {
    const place = stack.findIndex((each) => each.key === key);
    const action = stack[place];
    if (!action) return stack;
    const earlier = without(stack.slice(0, place), action.resource, slugsOf(changed));
    const records = changed.filter(({ undo }) => undo);
    const completed = records.length > 0 ? [{ ...action, slugs: slugsOf(records), records }] : [];
    return [...earlier, ...completed, ...stack.slice(place + 1)];
  });
}

/** Removes an action. */
export function removeUndo(client: QueryClient, key: string): void {
  change(client, (stack) => stack.filter((each) => each.key !== key));
}

/** Removes the actions that affect only these records, except those without a response. */
export function dropUndo(client: QueryClient, resource: Resource, slugs: readonly string[]): void {
  change(client, (stack) => without(stack, resource, slugs));
}

/** Returns the last action that matches. */
export function findUndo(
  client: QueryClient,
  matches: (action: UndoableAction) => boolean,
): UndoableAction | undefined {
  return client.getQueryData<UndoableAction[]>(queryKey)?.findLast(matches);
}

function without(stack: UndoableAction[], resource: Resource, slugs: readonly string[]) {
  return stack.filter(
    (each) =>
      each.resource !== resource ||
      !each.records ||
      each.slugs.some((slug) => !slugs.includes(slug)),
  );
}

const slugsOf = (records: readonly Submission[]) => records.map(({ slug }) => slug);

function change(client: QueryClient, update: (stack: UndoableAction[]) => UndoableAction[]) {
  client.setQueryData<UndoableAction[]>(queryKey, (stack = []) => update(stack));
}
