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

/** Returns the number of consultations in parts of insights. */
const sum = (parts: { lists: { consultations: { count: number } } }[]) =>
  parts.reduce((all, { lists }) => all + lists.consultations.count, 0);

test("mocks count records in insights as in their lists", async () => {
  const access = await signIn();
  const [from, to] = [-30, 0].map((days) => {
    const date = new Date();
    date.setDate(date.getDate() + days);
    return date.toLocaleDateString("sv");
  });
  const figures = `/api/insights?from=${from}&to=${to}&zone=UTC`;
  const { body } = await call(figures, undefined, access);
  const { total, buckets, channels } = body;
  expect(total.lists.consultations.count).toBeGreaterThan(10);
  expect([sum(buckets), sum(channels)]).toEqual(Array(2).fill(total.lists.consultations.count));
  const period = `from=${total.from}&to=${total.to}&sort=newest`;
  for (const [filter, count] of [
    ["box=kept", total.lists.consultations.count],
    ["box=kept&waiting=yes", total.lists.consultations.waiting],
    [`box=kept&channel=${channels[0].name}`, channels[0].lists.consultations.count],
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one list after the other
    const { body: list } = await call(`/api/consultations?${filter}&${period}`, undefined, access);
    expect(list.count, filter).toBe(count);
  }
  expect(
    await call("/api/insights?from=2030-01-01&to=1970-01-01&zone=UTC", undefined, access),
  ).toMatchObject({ status: 422 });
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
