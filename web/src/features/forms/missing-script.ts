import { NetworkError } from "~/api/errors";

/**
 * The script that sends a form could not be loaded. Some filters and proxies keep a file away, and
 * browsers do not ask again for a module that failed, so the browser has to send the form itself.
 */
export class MissingScript extends NetworkError {}
