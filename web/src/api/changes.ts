import type { Resource } from "@rules/public.js";
import { createEvent } from "../state/create-store";

/**
 * A form that this tab has sent changes a list. Pages emit it and the dashboard subscribes, which
 * keeps the query library out of the public pages.
 */
export const { emit: emitChange, subscribe: onChange } = createEvent<Resource>();
