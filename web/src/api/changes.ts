import type { Resource } from "@rules/public.js";
import { createEvent } from "../state/create-store";

/**
 * Emitted with the name of a list after a form of this tab was stored in it, so that the dashboard loads the list again.
 * An event, because public pages do not load the query library.
 */
export const { emit: emitChange, subscribe: onChange } = createEvent<Resource>();
