import type { Resource } from "@rules/public.js";
import { newKey } from "~/api/idempotency";
import { onUserDataCleared } from "~/api/query-client";
import type { Detail, Submission } from "~/api/submissions";
import { createStore } from "~/state/create-store";

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

type Stack = readonly UndoableAction[];

/** Maximum number of actions on the stack. */
const MAX_ACTIONS = 100;

const actions = createStore<Stack>([]);
onUserDataCleared(() => actions.set([]));

/** Pushes an action that has been sent. */
export function pushUndo(action: Pick<UndoableAction, "key" | "resource" | "slugs">): void {
  change((stack) => [...stack, { ...action, undoKey: newKey() }].slice(-MAX_ACTIONS));
}

/**
 * Adds the records that an action has changed once the server has responded, unless it was removed before. Drops
 * earlier actions on these records: the server only undoes the last one.
 */
export function completeUndo(key: string, changed: readonly Detail<Submission>[]): void {
  change((stack) => {
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
export function removeUndo(key: string): void {
  change((stack) => stack.filter((each) => each.key !== key));
}

/** Removes the actions that affect only these records, except those without a response. */
export function dropUndo(resource: Resource, slugs: readonly string[]): void {
  change((stack) => without(stack, resource, slugs));
}

/** Returns the last action that matches. */
export function findUndo(matches: (action: UndoableAction) => boolean): UndoableAction | undefined {
  return actions.get().findLast(matches);
}

function without(stack: Stack, resource: Resource, slugs: readonly string[]) {
  return stack.filter(
    (each) =>
      each.resource !== resource ||
      !each.records ||
      each.slugs.some((slug) => !slugs.includes(slug)),
  );
}

const slugsOf = (records: readonly Submission[]) => records.map(({ slug }) => slug);

const change = (update: (stack: Stack) => Stack) => actions.set(update(actions.get()));
