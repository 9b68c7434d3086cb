import type { Resource } from "@rules/public.js";
import type { QueryClient } from "@tanstack/react-query";
import type { Submission } from "../../../api/submissions";

/** An action of this tab that can be undone. */
export type UndoableAction = {
  resource: Resource;
  slugs: readonly string[];
  /** The records as the action left them, once the server has answered. */
  records: Promise<readonly Submission[]>;
};

/** Kept among the answers of the server, so that signing out removes it with them. */
const queryKey = ["undo"];

/** How many actions are kept. */
const LIMIT = 100;

/** Adds an action as the last one. The server only undoes the last action on a record, so earlier ones go. */
export function pushUndo(client: QueryClient, action: UndoableAction): void {
  const { resource, slugs } = action;
  client.setQueryDefaults(queryKey, { gcTime: Infinity });
  change(client, (stack) => [...without(stack, resource, slugs), action].slice(-LIMIT));
}

/** Removes the actions on nothing but these records. */
export function dropUndo(client: QueryClient, resource: Resource, slugs: readonly string[]): void {
  change(client, (stack) => without(stack, resource, slugs));
}

/** Takes an action, by default the last one, unless it was taken before. */
export function takeUndo(client: QueryClient, action?: UndoableAction): UndoableAction | undefined {
  const stack = client.getQueryData<UndoableAction[]>(queryKey) ?? [];
  const taken = action ? stack.find((each) => each === action) : stack.at(-1);
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
