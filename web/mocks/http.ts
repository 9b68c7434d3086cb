import { createOpenApiHttp } from "openapi-msw";
import type { List, paths } from "~/api/schema";

/** The paths of the API, with the name of each list in place of `{list}`. */
type ListPaths = {
  [
    Path in keyof paths as Path extends `/api/{list}${infer Rest}` ? `/api/${List}${Rest}` : Path
  ]: paths[Path];
};

/** Handlers that are typed by the server's description, on any origin. */
export const http = createOpenApiHttp<ListPaths>({ baseUrl: "*" });
