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
    /** Which rules the server judges by. */
    readonly rulesVersion: string | undefined,
  ) {
    super(message);
  }

  /** Reads the one error shape; anything else leaves the message empty. */
  static from(status: number, body: unknown, header: (name: string) => string | null): ApiError {
    const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown };
    const fields =
      errors && typeof errors === "object" ? (errors as Record<string, string>) : undefined;
    const retryAfter = header("retry-after") ?? "";
    const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
    const rules = header("rules-version") ?? undefined;
    const words = typeof message === "string" ? message : "";
    return new ApiError(status, words, fields, wait, body, rules);
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

/** The messages of those fields that a rule refused, and of which rules, if there are any among the given ones. */
export function refusal(error: unknown, names: readonly string[]) {
  const { fields, rulesVersion } = error instanceof ApiError ? error : {};
  return fields && names.some((name) => fields[name]) ? { fields, rulesVersion } : undefined;
}

/** Whether the server refused fields that are none of the given ones. */
export function refusesOthers(error: unknown, names: readonly string[]): boolean {
  return error instanceof ApiError && error.fields !== undefined && !refusal(error, names);
}

/** Whether the server answered with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Only what may pass by itself is worth another attempt. */
export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}
