import createClient from "openapi-fetch";
import { toWellFormed } from "../rules/well-formed";
import { ApiError, NetworkError } from "./errors";
import type { paths } from "./schema";
import { fetchFromServer } from "./server-fetch";

/** Creates a client whose calls are typed by the server's description. Errors of the server are thrown. */
export function createApiClient(fetch: (request: Request) => Promise<Response>) {
  const api = createClient<paths>({
    // Pages are prerendered without a location, and without calls.
    baseUrl: globalThis.location?.origin ?? "",
    headers: { accept: "application/json" },
    bodySerializer: serialize,
    fetch,
  });
  api.use({ onResponse: ({ response }) => throwApiError(response) });
  return api;
}

/** The client of visitors. It sends no credentials of its own. */
export const client = createApiClient(fetchFromServer);

/** A call of a client, with a body of type `T`. */
export type ApiCall<T> = Promise<{ data?: T; response: Response }>;

type FieldType = "string" | "number" | "object" | "array" | "string or null";

/** What a body must be: an array, or an object with fields of these types. The others can be anything. */
export type BodyShape<Name extends string> = "array" | Readonly<Record<Name, FieldType>>;

/** Returns the body of a call. Without the fields that the caller reads, it is not our server's. */
export async function bodyOf<T extends object, Name extends keyof T & string>(
  call: ApiCall<T>,
  shape: BodyShape<Name>,
): Promise<T> {
  const { data } = await call;
  if (!hasShape(data, shape)) throw new NetworkError("a body that is not the server's");
  return data;
}

/** Waits for the 204 of a call without a result. */
export async function noContent(call: ApiCall<unknown>): Promise<void> {
  const { response } = await call;
  if (response.status !== 204) throw new NetworkError(`status ${response.status} instead of 204`);
}

function hasShape<T extends object>(body: T | undefined, shape: BodyShape<string>): body is T {
  if (shape === "array") return Array.isArray(body);
  return (
    typeof body === "object" &&
    body !== null &&
    Object.entries(shape).every(([name, type]) => isOfType(Reflect.get(body, name), type))
  );
}

function isOfType(value: unknown, type: FieldType): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "string or null") return value === null || typeof value === "string";
  return typeof value === type && value !== null;
}

/** Throws an error of the server. "Not modified" is none. */
export async function throwApiError(response: Response): Promise<void> {
  const { ok, status, headers } = response;
  if (ok || status === 304) return;
  const body: unknown = await response.json().catch(() => undefined);
  throw ApiError.from(status, body, (name) => headers.get(name));
}

/** Half a surrogate pair would be escaped, and refused. */
function serialize(body: unknown): string {
  return JSON.stringify(body, (_, value: unknown) =>
    typeof value === "string" ? toWellFormed(value) : value,
  );
}
