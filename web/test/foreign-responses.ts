import { HttpResponse } from "msw";

const foreign = (status: number, body: string, type = "text/html") =>
  HttpResponse.text<string>(body, {
    status,
    headers: { "content-type": type },
  }) as HttpResponse<never>;

const PORTAL = "<!doctype html><title>Welcome to our guest network</title>";

const FOREIGN_ERRORS = '{"message":"m","errors":{"email":{"code":"invalid"}}}';

/** Responses that are not of our server, or only a part of one, with what sends them. */
export const foreignResponses: [string, () => HttpResponse<never>][] = [
  ["a portal's page", () => foreign(200, PORTAL)],
  ["a portal's page that claims to be JSON", () => foreign(200, PORTAL, "application/json")],
  ["a portal's 401", () => foreign(401, PORTAL)],
  ["a portal's 403", () => foreign(403, PORTAL)],
  ["a portal's 404", () => foreign(404, PORTAL)],
  ["a portal's 511", () => foreign(511, PORTAL)],
  ["a proxy's 502", () => foreign(502, "<h1>Bad Gateway</h1>")],
  ["a proxy's empty 200", () => foreign(200, "")],
  ["a proxy's empty 401", () => foreign(401, "", "application/json")],
  ["another program's 201", () => foreign(201, '{"ok":true}', "application/json")],
  ["another program's 401", () => foreign(401, '{"error":"denied"}', "application/json")],
  ["another program's list", () => foreign(200, "[]", "application/json")],
  ["another program's null", () => foreign(200, "null", "application/json")],
  ["another program's text", () => foreign(200, '"OK"', "application/json")],
  ["another program's errors", () => foreign(422, FOREIGN_ERRORS, "application/json")],
  ["another program's slug", () => foreign(201, '{"slug":7}', "application/json")],
  ["a cut connection", () => foreign(201, '{"slug":"abc","submi', "application/json")],
  ["our JSON as text", () => foreign(201, '{"slug":"abc","submitted_at":""}', "text/plain")],
];
