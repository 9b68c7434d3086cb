/** An error response of the server. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  private constructor(
    readonly status: number,
    message: string,
    /** Messages by field, if a rule refused the values. */
    readonly fields: Readonly<Record<string, string>> | undefined,
    /** Seconds to wait before the next attempt, if the server sent `Retry-After`. */
    readonly retryAfter: number | undefined,
    /** The whole body, for error responses with further data. */
    readonly body: unknown,
  ) {
    super(message);
  }

  /** Parses the API's error shape. Any other body leaves the message empty. */
  static from(status: number, body: unknown, header: (name: string) => string | null): ApiError {
    const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown };
    const fields =
      errors && typeof errors === "object" ? (errors as Record<string, string>) : undefined;
    const retryAfter = header("retry-after") ?? "";
    const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
    const words = typeof message === "string" ? message : "";
    return new ApiError(status, words, fields, wait, body);
  }
}

/** The server did not respond, or a response is incomplete or not the server's. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";

  /** The cause is for developers: browsers word it each in their own way. */
  constructor(cause?: unknown) {
    super("Couldn't reach the server. Check your connection and try again.", { cause });
  }
}

/** Nothing more arrived of a response. The cause of a `NetworkError`. */
export class StallError extends Error {
  override readonly name = "StallError";
}

/** The server responded with success, but without what was asked for. */
export class InvalidResponseError extends Error {
  override readonly name = "InvalidResponseError";

  constructor() {
    super("Invalid response from server");
  }
}

/** Returns the message of an error of a call, or the fallback if it has none. */
export function messageOf(error: unknown, fallback: string): string {
  const isOfCall =
    error instanceof ApiError ||
    error instanceof NetworkError ||
    error instanceof InvalidResponseError;
  return (isOfCall && error.message) || fallback;
}

/** Returns the messages of all refused fields, if some of them are among `names`. */
export function refusal(error: unknown, names: readonly string[]) {
  const { fields } = error instanceof ApiError ? error : {};
  return fields && names.some((name) => fields[name]) ? { fields } : undefined;
}

/** Returns whether the server refused fields that are not among `names`. */
export function refusesOthers(error: unknown, names: readonly string[]): boolean {
  return error instanceof ApiError && error.fields !== undefined && !refusal(error, names);
}

/** Returns whether the server responded with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Returns whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** Returns whether an automatic retry may succeed, and soon: a response that stalled has taken its time. */
export function isRetryable(error: unknown): boolean {
  const hasStalled = error instanceof NetworkError && error.cause instanceof StallError;
  return isTransient(error) && !hasStalled;
}
