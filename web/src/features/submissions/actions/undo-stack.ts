import type { Resource } from "@rules/public.js";
import type { QueryClient } from "@tanstack/react-query";
import type { Submission } from "~/api/submissions";

/** An action of this tab that can be undone. */
export type UndoableAction = {
  /** The idempotency key of the request. */
  key: string;
  resource: Resource;
  slugs: readonly string[];
  /** The records after the action, once the server has responded. */
  records?: readonly Submission[];
};

/** The query key of the stack. Signing out removes it with the rest of the query cache. */
const queryKey = ["undo"];

/** Maximum number of actions on the stack. */
const MAX_ACTIONS = 100;

/** Pushes an action, and drops earlier actions on its records: the server only undoes the last one. */
export function pushUndo(client: QueryClient, action: UndoableAction): void {
  const { resource, slugs } = action;
  client.setQueryDefaults(queryKey, { gcTime: Infinity });
  change(client, (stack) => [...without(stack, resource, slugs), action].slice(-MAX_ACTIONS));
}

/** Removes the actions that affect only these records. */
export function dropUndo(client: QueryClient, resource: Resource, slugs: readonly string[]): void {
  change(client, (stack) => without(stack, resource, slugs));
}

/** Adds the records of an action once the server has responded, unless it was removed before. */
export function completeUndo(
  client: QueryClient,
  key: string,
  records: readonly Submission[],
): void {
  change(client, (stack) => stack.map((each) => (each.key === key ? { ...each, records } : each)));
}

/** Removes and returns an action, by default the last one. Returns undefined if it was removed before. */
export function takeUndo(client: QueryClient, key?: string): UndoableAction | undefined {
  const stack = client.getQueryData<UndoableAction[]>(queryKey) ?? [];
  const taken = key ? stack.find((each) => each.key === key) : stack.at(-1);
  change(client, (now) => now.filter((each) => each !== taken));
  return taken;
}

function without(stack: UndoableAction[], resource: Resource, slugs: readonly string[]) {
  return stack.filter(
    (each) => each.resource !== resource || each.slugs.some((slug) => !slugs.includes(slug)),
  );
}

function change(client: QueryClient, update: (stack: UndoableAction[]) => UndoableAction[]) {
  client.setQueryData<UndoableAction[]>(queryKey, (stack = []) => update(stack));
}
