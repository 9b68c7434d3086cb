import { createOpenApiHttp } from "openapi-msw";
import type { paths } from "~/api/schema";

/** Handlers that are typed by the server's description, on any origin. */
export const http = createOpenApiHttp<paths>({ baseUrl: "*" });
