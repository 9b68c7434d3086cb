import type { Resource } from "@rules/public.js";
import type { ActionBody } from "~/api/actions";
import type { Submission } from "~/api/submissions";

/** An action on records, as the user saw them. A note is about one. */
export type ActionInput = Pick<ActionBody, "action" | "to" | "text"> & {
  resource: Resource;
  records: readonly Submission[];
};

/** A request with its idempotency key. */
export type ActionRequest = Omit<ActionInput, "records"> & {
  key: string;
  slugs: readonly string[];
  /** The records as the user saw them, unless the request undoes an action of this tab. */
  records?: readonly Submission[];
  /** The key of the action that the request undoes. */
  undoes?: string;
};
