import type { Resource } from "@rules/public.js";
import { HttpResponse } from "msw";
import { resources } from "~/paths";
import { dashboardPageSize } from "~/rules/metadata";
import { readFilter } from "~/rules/staff";
import { http } from "./http";
import {
  applyAction,
  filterRecords,
  findRecord,
  type MockedResource,
  mockedResources,
  type MockRecords,
  records,
} from "./records";

const missing = { message: "Not found" };

const filterOf = (request: Request) => readFilter(new URL(request.url).search).filter;

function page<R extends MockedResource>(resource: R, request: Request) {
  const filter = filterOf(request);
  const found = filterRecords(resource, filter);
  const start = (filter.page - 1) * dashboardPageSize;
  const results = found.slice(start, start + dashboardPageSize);
  return { count: found.length, more: false, complete: true, results };
}

/** Applies the same action to several records, each by itself. */
function actOnSeveral<R extends MockedResource>(resource: R, form: BulkForm) {
  const results = form.records.map(({ slug, version }) => {
    const record = findRecord(resource, slug);
    if (!record) return { slug, status: 404, message: missing.message };
    const refusal = applyAction(record, { ...form, version });
    if (refusal?.status === 422) return { slug, ...refusal };
    return { slug, status: 200, ...refusal, record };
  });
  return { results };
}

type BulkForm = Pick<Parameters<typeof applyAction>[1], "action" | "to"> & {
  records: readonly { slug: string; version: number }[];
};

const countsOf = (list: readonly MockRecords[MockedResource][]) => {
  const count = (state: string) => list.filter((record) => record.state === state).length;
  return { new: count("new"), open: count("open"), done: count("done"), spam: count("spam") };
};

/** Returns the counts of every list. */
function boxCounts() {
  const found: Partial<Record<Resource, readonly MockRecords[MockedResource][]>> = records;
  const counts = resources.map((resource) => [resource, countsOf(found[resource] ?? [])] as const);
  return Object.fromEntries(counts) as Record<Resource, ReturnType<typeof countsOf>>;
}

const counted = (count: number) => ({ count, more: false });

/** CVs, and the counts of all lists. */
const ownHandlers = [
  http.get("/api/applications/{slug}/cv/{file_name}", ({ response }) =>
    response.untyped(
      new HttpResponse("%PDF-1.7\n", {
        headers: {
          "content-type": "application/octet-stream",
          "content-disposition": "attachment; filename=CV.pdf",
        },
      }),
    ),
  ),
  http.get("/api/inbox", ({ response }) =>
    response(200).json({
      ...boxCounts(),
      mail: { failed: 0 },
      webhooks: { failed: 0 },
      retention: { waiting: 0 },
      failing_tasks: [],
    }),
  ),
];

/** The calls about the records of a list. Counts come before records, whose paths would match theirs. */
const listHandlers = (resource: MockedResource) => [
  http.get(`/api/${resource}`, ({ request, response }) =>
    response(200).json(page(resource, request)),
  ),
  http.post(`/api/${resource}/actions`, async ({ request, response }) =>
    response(200).json(actOnSeveral(resource, await request.json())),
  ),
  http.get(`/api/${resource}/counts`, ({ request, response }) => {
    const { box: _, ...filter } = filterOf(request);
    const found = filterRecords(resource, { ...filter, box: null });
    const { new: fresh, open, done, spam } = countsOf(found);
    return response(200).json({
      all: counted(found.length),
      new: counted(fresh),
      open: counted(open),
      done: counted(done),
      spam: counted(spam),
    });
  }),
  http.get(`/api/${resource}/{key}`, ({ params, response }) => {
    const record = findRecord(resource, params.key);
    return record ? response(200).json(record) : response(404).json(missing);
  }),
  http.post(`/api/${resource}/{key}/actions`, async ({ params, request, response }) => {
    const record = findRecord(resource, params.key);
    if (!record) return response(404).json(missing);
    const refusal = applyAction(record, await request.json());
    if (!refusal) return response(200).json(record);
    const { status, message } = refusal;
    if (status === 409) return response(409).json({ message, record });
    return response(422).json({ message });
  }),
  http.get(`/api/${resource}/{key}/neighbours`, ({ params, request, response }) => {
    const found = filterRecords(resource, filterOf(request));
    const at = found.findIndex(({ slug }) => slug === params.key);
    if (at < 0) return response(200).json({ previous: null, next: null });
    const [previous, next] = [found[at - 1], found[at + 1]];
    return response(200).json({ previous: previous?.slug ?? null, next: next?.slug ?? null });
  }),
  http.get(`/api/${resource}/{key}/history`, ({ response }) => response(200).json({ history: [] })),
  http.post(`/api/${resource}/export`, ({ request, response }) =>
    response(200).json({ url: `/api/${resource}/export.csv${new URL(request.url).search}` }),
  ),
];

/** The file of an export, which its link opens without a token. */
export const exportHandlers = mockedResources.map((resource) =>
  http.get(`/api/${resource}/export.csv`, ({ request, response }) => {
    const rows = filterRecords(resource, filterOf(request)).map(({ full_name, email, state }) =>
      [full_name, email, state].map((text) => `"${text.replaceAll('"', '""')}"`).join(","),
    );
    const headers = { "content-disposition": `attachment; filename=${resource}.csv` };
    return response(200).text(["full_name,email,state", ...rows].join("\r\n"), { headers });
  }),
);

/** The calls about records. */
export const submissionHandlers = [...mockedResources.flatMap(listHandlers), ...ownHandlers];
