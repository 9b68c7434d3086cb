/** The server answered, and refused. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  private constructor(
    readonly status: number,
    message: string,
    /** The refused fields and why, when a rule refused them. */
    readonly fields: Readonly<Record<string, string>> | undefined,
    /** How many seconds to wait before another attempt, when the server says so. */
    readonly retryAfter: number | undefined,
    /** The whole answer, for refusals that bring more than words. */
    readonly body: unknown,
  ) {
    super(message);
  }

  /** Reads the one error shape; anything else leaves the message empty. */
  static from(status: number, body: unknown, retryAfter: string | null): ApiError {
    const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown };
    const fields =
      errors && typeof errors === "object" ? (errors as Record<string, string>) : undefined;
    const wait = /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined;
    return new ApiError(status, typeof message === "string" ? message : "", fields, wait, body);
  }
}

/** No answer came. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "", { cause });
  }
}

/** The error's own words, or the fallback where it has none. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof Error && error.message) || fallback;
}

/** The messages of those fields that a rule refused, if there are any among the given ones. */
export function refusedFields(error: unknown, names: readonly string[]) {
  const fields = error instanceof ApiError ? error.fields : undefined;
  return fields && names.some((name) => fields[name]) ? fields : undefined;
}

/** Whether the server answered with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Only what may pass by itself is worth another attempt. */
export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}
