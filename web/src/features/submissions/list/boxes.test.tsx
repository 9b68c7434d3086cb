import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import {
  boxCounts,
  type BoxNumbers,
  GRACE,
  inbox,
  listPage,
  row,
  serve,
} from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { jsonResponse, type Responder, type UntypedResponse } from "../../../../test/responses";
import { onlyAt, recordCalls } from "../../../../test/server";
import type { Consultation } from "~/api/consultations";
import consultations from "../kinds/consultations.kind";
import { SubmissionList } from "./SubmissionList";

const listOf = (search = "", page = 1, sort = "newest") => `?page=${page}&sort=${sort}${search}`;
const page =
  (count: number, ...results: Consultation[]) =>
  () =>
    jsonResponse(200, listPage(results, { count }));

const INBOX = "/api/inbox";

/** Responds to the call for a list with this query. */
const respond = (query: string, resolver: Responder) =>
  http.get("/api/consultations", onlyAt(query, resolver));

const boxes = [
  http.get(INBOX, ({ response }) => response(200).json(inbox({ new: 3, done: 1231 }))),
  respond(listOf(), page(1234, row(1), row(2, { state: "done", assigned_to: GRACE }))),
  respond(listOf("&box=new"), page(3, row(1))),
  respond(listOf("&box=open"), page(0)),
  respond(listOf("&box=done"), page(1231, row(2, { state: "done", assigned_to: GRACE }))),
  respond(listOf("&box=spam"), page(0)),
  respond(listOf("", 2), page(1234, row(3))),
  respond(listOf("", 3), page(1234, row(4))),
];

const countsOf = (person: string) => `?assigned=${person}`;
const counts =
  (...numbers: BoxNumbers) =>
  () =>
    jsonResponse(200, boxCounts(...numbers));
const respondCounts = (person: string, resolver: Responder) =>
  http.get("/api/consultations/counts", onlyAt(countsOf(person), resolver));

/** The empty boxes of a person. */
const boxesOf = (
  person: string,
  list: Responder = page(0),
  numbers: Responder = counts(0, 0, 0, 0, 0),
) => [
  ...["", "&box=new", "&box=open", "&box=done", "&box=spam"].map((box) =>
    respond(listOf(`${box}&assigned=${person}`), list),
  ),
  respondCounts(person, numbers),
];

const address = () => screen.getByTestId("address").textContent;
const tab = (name: string) => screen.findByRole("link", { name });
const description = (element: Element) =>
  document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent;

function show(at = "/dashboard") {
  return renderInDashboard(<SubmissionList kind={consultations} />, { at });
}
const tenThousand = () => jsonResponse(200, listPage([row(1)], { count: 10_000, more: true }));

beforeEach(() => rememberTokens(accessToken(900), "r1"));

describe("BoxTabs", () => {
  test("shows the boxes of the rules, each described by its count", async () => {
    serve(...boxes);
    const sent = recordCalls();
    show();
    const tabs = await screen.findByRole("navigation", { name: "Status filter" });
    const links = within(tabs).getAllByRole("link");
    await waitFor(() =>
      expect(links.map(description)).toEqual(["1,234", "1,234", "3", "0", "1,231", "0"]),
    );
    for (const name of ["All", "Not spam", "New", "In progress", "Done", "Spam"]) {
      within(tabs).getByRole("link", { name });
    }
    expect((await tab("All")).getAttribute("aria-current")).toBe("page");
    // One call returns all counts.
    const asked = sent.map(({ method, path }) => `${method} ${path}`);
    expect(asked.filter((call) => call.includes("box="))).toEqual([]);
    expect(asked.filter((call) => call === `GET ${INBOX}`)).toHaveLength(1);
  });

  test.each(["", "&assigned=grace"])(
    "shows no counts of a server of the release before a state%s",
    async (assigned) => {
      const { done: _, ...earlier } = { new: 3, open: 0, done: 0, spam: 0 };
      const { done: _of, ...earlierOf } = boxCounts(3, 3, 0, 0, 0);
      serve(
        http.get(INBOX, ({ response }) =>
          response.untyped(Response.json({ ...inbox(), consultations: earlier })),
        ),
        respondCounts("grace", () => jsonResponse(200, earlierOf)),
        respond(listOf(assigned), page(3, row(1))),
      );
      const { client } = show(`/dashboard?${assigned.slice(1)}`);
      await screen.findByText(/^3 total/);
      await waitFor(() => expect(client.isFetching()).toBe(0));
      const tabs = screen.getByRole("navigation", { name: "Status filter" });
      expect(within(tabs).getAllByRole("link").map(description)).toEqual(Array(6).fill(undefined));
    },
  );

  test("sets the box in the URL, at its first page", async () => {
    serve(...boxes);
    show("/dashboard?page=2");
    await userEvent.click(await tab("New"));
    expect(address()).toBe("/dashboard?box=new");
    await screen.findByText("3 total · New");
    expect((await tab("New")).getAttribute("aria-current")).toBe("page");
    await userEvent.click(await tab("All"));
    expect(address()).toBe("/dashboard");
    await screen.findByText("1,234 total");
  });

  test.each([
    ["open", "No consultations are in progress"],
    ["kept", "No consultations are outside spam"],
  ])("says that %s is empty", async (box, words) => {
    serve(respond(listOf("&box=kept"), page(0)), ...boxes);
    show(`/dashboard?box=${box}`);
    await screen.findByText(words);
    expect(screen.getByRole("link", { current: "page" })).toBe(
      await tab(box === "kept" ? "Not spam" : "In progress"),
    );
  });

  test("reads the box from the URL, and ignores an unknown one", async () => {
    serve(...boxes);
    show("/dashboard?box=nonsense");
    await screen.findByText("1,234 total");
  });
});

describe("AssignedSelect", () => {
  test("offers all people, and sets the assignee in the URL", async () => {
    const found = respond(listOf("&assigned=grace"), page(1, row(2)));
    serve(found, ...boxesOf("grace"), ...boxesOf("me"), ...boxes);
    show();
    const select = await screen.findByLabelText<HTMLSelectElement>("Assigned to");
    await within(select).findByText("Grace Hopper");
    expect(Array.from(select.options, ({ text }) => text)).toEqual([
      "Anyone",
      "Me",
      "Unassigned",
      "Grace Hopper",
    ]);
    await userEvent.selectOptions(select, "Me");
    expect(address()).toBe("/dashboard?assigned=me");
    await screen.findByText("No consultations are assigned to you");
    await userEvent.selectOptions(select, "Grace Hopper");
    expect(address()).toBe("/dashboard?assigned=grace");
    await screen.findByText("1 total · Assigned to this person");
  });

  test("filters every box, and is cleared by a button in an empty list", async () => {
    serve(respondCounts("me", counts(9, 0, 1, 7, 1)), ...boxesOf("me"), ...boxes);
    const sent = recordCalls();
    show("/dashboard?box=new&assigned=me");
    await screen.findByText("No consultations are new and assigned to you");
    const tabs = screen.getByRole("navigation", { name: "Status filter" });
    const links = within(tabs).getAllByRole("link");
    await waitFor(() => expect(links.map(description)).toEqual(["9", "8", "0", "1", "7", "1"]));
    // One call returns all counts, in addition to the shown page.
    const asked = sent.map(({ method, path }) => `${method} ${path}`);
    expect(asked.filter((call) => call.startsWith("GET /api/consultations")).toSorted()).toEqual([
      `GET /api/consultations/counts${countsOf("me")}`,
      `GET /api/consultations${listOf("&box=new&assigned=me")}`,
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Show everyone’s" }));
    expect(address()).toBe("/dashboard?box=new");
    await screen.findByText("3 total · New");
  });

  test("shows a person whom the server does not know", async () => {
    const refused = { message: "Some fields need your attention" };
    const refusal = (): UntypedResponse => jsonResponse(422, refused);
    serve(...boxesOf("gone", refusal, refusal), ...boxes);
    show("/dashboard?assigned=gone");
    await screen.findByText("Error loading consultations");
    const select = screen.getByLabelText<HTMLSelectElement>("Assigned to");
    expect(select.value).toBe("gone");
    await userEvent.selectOptions(select, "Anyone");
    await screen.findByText("1,234 total");
  });

  test("shows a count with a plus at the limit of the server", async () => {
    serve(
      respondCounts("nobody", counts(10_000, 3, 10_000, 0, 0)),
      respond(listOf("&assigned=nobody", 2), tenThousand),
      respond(listOf("&assigned=nobody"), tenThousand),
      ...boxesOf("nobody"),
    );
    show("/dashboard?assigned=nobody");
    await screen.findByText("10,000+ total · Unassigned");
    const expected = ["10,000+", "10,003+", "3", "10,000+", "0", "0"];
    const tabs = screen.getByRole("navigation", { name: "Status filter" });
    await waitFor(() =>
      expect(within(tabs).getAllByRole("link").map(description)).toEqual(expected),
    );
  });
});

test("shows state and assignee as text below the name, and as the description of the row", async () => {
  serve(...boxes);
  show();
  const cell = await screen.findByRole("cell", { name: "Visitor 2" });
  await waitFor(() =>
    expect(description(cell)).toBe("Done, assigned to Grace Hopper, We need a shop."),
  );
  expect(description(screen.getByRole("link", { name: "View Visitor 1" }))).toBe(
    "New, We need a shop.",
  );
  expect(cell.textContent).toBe(`Visitor 2${description(cell)}`);
  expect(screen.getAllByRole("columnheader")).toHaveLength(5);
});

test("does not repeat the state of a box in its rows", async () => {
  serve(...boxes, respond(listOf("&box=done", 2), page(1231, row(3, { state: "done" }))));
  show("/dashboard?box=done");
  const view = await screen.findByRole("link", { name: "View Visitor 2" });
  await waitFor(() => expect(description(view)).toBe("assigned to Grace Hopper, We need a shop."));
});
