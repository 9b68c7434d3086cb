import { readFile } from "node:fs/promises";
import { apiTypes } from "../scripts/api-types.mjs";
import { expect, test } from "./fixtures";

test("types of the API match the server's description", async ({ request }) => {
  const description = await (await request.get("/api/openapi.json")).json();
  const types = await readFile(new URL("../src/api/schema.d.ts", import.meta.url), "utf8");
  expect(types, "They are out of date: run `npm run types:api`.").toBe(await apiTypes(description));
});
