import { getResponse } from "msw";
import { expect, test } from "vitest";
import { credentials, handlers } from "../mocks/handlers";

/** Calls the mocks as the development server does. */
async function call(path: string, body?: object, access?: string) {
  const request = new Request(new URL(path, "http://localhost"), {
    method: body ? "POST" : "GET",
    ...(body && { body: JSON.stringify(body) }),
    headers: {
      "content-type": "application/json",
      ...(access && { authorization: `Bearer ${access}` }),
    },
  });
  const response = await getResponse(handlers, request);
  return { status: response?.status, body: await response?.json() };
}

const signIn = async () => String((await call("/api/token", credentials)).body.access);

test("mocks refuse calls without a session", async () => {
  expect(await call("/api/consultations")).toMatchObject({ status: 401 });
  expect(await call("/api/token", { ...credentials, password: "wrong" })).toMatchObject({
    status: 401,
    body: { message: "Invalid Credentials" },
  });
});

test("mocks judge a form by the rules, and list what was sent", async () => {
  const form = { full_name: "Ada Potter", email: "ada@potter.example", referral: "" };
  const path = "/api/consultations/create";
  expect(await call(path, { ...form, message: "Short" })).toMatchObject({
    status: 422,
    body: { errors: { message: "Message must be at least ten characters" } },
  });
  const sent = await call(path, { ...form, message: "We need a shop for pots." });
  expect(sent.status).toBe(201);
  const access = await signIn();
  const { body } = await call("/api/consultations?q=pots&sort=newest", undefined, access);
  expect(body.results).toMatchObject([{ slug: sent.body.slug, state: "new" }]);
});

test("mocks apply an action once, undo it, and refuse an old version", async () => {
  const access = await signIn();
  const { body: list } = await call("/api/applications", undefined, access);
  const { slug, version } = list.results[0];
  const path = `/api/applications/${slug}/actions`;
  const act = (action: string, known: number) => call(path, { action, version: known }, access);
  expect(await act("finish", version)).toMatchObject({ status: 200, body: { state: "done" } });
  expect(await act("finish", version)).toMatchObject({ status: 409, body: { record: { slug } } });
  expect(await act("finish", version + 1)).toMatchObject({ status: 422 });
  expect(await act("undo", version + 1)).toMatchObject({ status: 200, body: { state: "new" } });
});
