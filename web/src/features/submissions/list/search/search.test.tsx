import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { deferred } from "../../../../../test/deferred";
import { listPage, record, row, serve, serveRecord } from "../../../../../test/records";
import { renderInDashboard } from "../../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../../test/tokens";
import { http } from "../../../../../mocks/http";
import { jsonResponse, type UntypedResponse } from "../../../../../test/responses";
import { onlyAt, recordCalls } from "../../../../../test/server";
import type { Consultation } from "~/api/consultations";
import consultations from "~/features/submissions/kinds/consultations.kind";
import { SubmissionDetail } from "~/features/submissions/record/SubmissionDetail";
import { SubmissionList } from "../SubmissionList";
import { SearchBox } from "./SearchBox";
import { SearchProvider } from "./SearchProvider";

const rows = [
  row(3, { full_name: "Béla Bartók" }),
  row(2, { full_name: "Ada Lovelace" }),
  row(1, { full_name: "Adam Smith" }),
];
const page = (...results: Consultation[]) => jsonResponse(200, listPage(results));
const address = () => screen.getByTestId("address").textContent;
const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
const names = () =>
  screen.queryAllByRole("row").flatMap((each) => each.querySelector("td bdi")?.textContent ?? []);
const marks = () => Array.from(document.querySelectorAll("mark"), (mark) => mark.textContent);

function show(at = "/dashboard") {
  return renderInDashboard(
    <SearchProvider>
      <SearchBox />
      <SubmissionList kind={consultations} />
    </SearchProvider>,
    { at },
  );
}

beforeEach(() => rememberTokens(accessToken(900), "r1"));

describe("search", () => {
  test("filters and highlights cached rows at each key, then shows the server's page", async () => {
    const found = deferred<UntypedResponse>();
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest", () => page(...rows)),
      ),
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest&q=ada", () => found.promise),
      ),
    );
    const sent = recordCalls();
    show();
    await screen.findByText("3 total");
    fireEvent.change(box(), { target: { value: "ada" } });
    expect(names()).toEqual(["Ada Lovelace", "Adam Smith"]);
    expect(marks()).toEqual(["Ada", "Adam"]);
    expect(address()).toBe("/dashboard");
    await waitFor(() => expect(address()).toBe("/dashboard?q=ada"));
    expect(names()).toEqual(["Ada Lovelace", "Adam Smith"]);
    found.resolve(page(row(9, { full_name: "Ada Byron" }), ...rows.slice(1)));
    await screen.findByText("3 results");
    expect(names()).toEqual(["Ada Byron", "Ada Lovelace", "Adam Smith"]);
    expect(sent.filter(({ path }) => path.includes("q=")).map(({ path }) => path)).toEqual([
      "/api/consultations?page=1&sort=newest&q=ada",
    ]);
  });

  test("searches letters once they are composed", async () => {
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest", () => page(...rows)),
      ),
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest&q=ada", () => page(...rows.slice(1))),
      ),
    );
    show();
    await screen.findByText("3 total");
    fireEvent.compositionStart(box());
    for (const value of ["x", "xx"]) {
      fireEvent.input(box(), { target: { value }, isComposing: true });
      expect(box().value).toBe(value);
    }
    expect(names()).toHaveLength(3);
    fireEvent.input(box(), { target: { value: "ada" }, isComposing: true });
    fireEvent.compositionEnd(box());
    expect(names()).toEqual(["Ada Lovelace", "Adam Smith"]);
    await waitFor(() => expect(address()).toBe("/dashboard?q=ada"));
  });

  test("keeps a filter that is not rendered yet when Enter is pressed", async () => {
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest", () => page(...rows)),
      ),
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest&q=ada", () => page(...rows)),
      ),
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=oldest&q=ada", () => page(...rows)),
      ),
    );
    show();
    const sort = await screen.findByLabelText("Sort by");
    fireEvent.change(box(), { target: { value: "ada" } });
    act(() => {
      fireEvent.change(sort, { target: { value: "oldest" } });
      box().form?.requestSubmit();
    });
    expect(address()).toBe("/dashboard?q=ada&sort=oldest");
  });

  test("reads the query from the URL, matches letters with accents, and shows no result while loading", async () => {
    const found = deferred<UntypedResponse>();
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest&q=bela", () => found.promise),
      ),
    );
    show("/dashboard?q=bela");
    expect(box().value).toBe("bela");
    await screen.findByText("Loading consultations");
    found.resolve(page(...rows.slice(0, 1)));
    await screen.findByText("1 result");
    expect(marks()).toEqual(["Béla"]);
  });

  test("says that nothing was found, and offers to show all records", async () => {
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest", () => page(...rows)),
      ),
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest&q=x&box=done", () => page()),
      ),
    );
    show("/dashboard?q=x&box=done");
    await screen.findByText("No consultations were found that are done");
    await userEvent.click(screen.getByRole("button", { name: "Show all consultations" }));
    await screen.findByText("3 total");
    expect(box().value).toBe("");
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  test("sends no request for an empty query", async () => {
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest", () => page(...rows)),
      ),
    );
    const sent = recordCalls();
    show();
    await screen.findByText("3 total");
    await userEvent.type(box(), "  {Enter}");
    expect(address()).toBe("/dashboard");
    expect(sent.some(({ path }) => path.includes("q="))).toBe(false);
  });

  test("says that the index is incomplete and the count is a minimum", async () => {
    const most = { count: 10_000, more: true, complete: false, results: rows };
    serve(http.get("/api/consultations", ({ response }) => response(200).json(most)));
    show("/dashboard?q=a");
    await screen.findByText("10,000+ results");
    screen.getByText(/^Still indexing older consultations/);
  });

  test("says that an order by name is mixed while names are being indexed", async () => {
    const mixed = { count: 3, more: false, complete: false, results: rows };
    serve(http.get("/api/consultations", ({ response }) => response(200).json(mixed)));
    show("/dashboard?sort=name_asc");
    await screen.findByText("3 total");
    screen.getByText(
      "Still indexing older consultations. Some may not be in their place by name yet.",
    );
  });

  test.each([
    ["office", "Our oﬃce 😀 oﬃces", "oﬃce"],
    ["website", "A web\u00adsite\u00ad.", "web\u00adsite"],
    ["网站", "我们的网站", "网站"],
    ["yama", "Ｙａｍａｄａ", "Ｙａｍａｄａ"],
  ])("marks %s where it is in the original text: %s", async (query, name, marked) => {
    const found = row(1, { full_name: name });
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest", () => page(found, row(2))),
      ),
      http.get(
        "/api/consultations",
        onlyAt(`&q=${encodeURIComponent(query)}`, () => page(found)),
      ),
    );
    show();
    await screen.findByText("2 total");
    fireEvent.change(box(), { target: { value: query } });
    await waitFor(() => expect(names()).toEqual([name]));
    expect(marks()[0]).toBe(marked);
  });

  test("offers an export without results while the index is incomplete", async () => {
    const none = { count: 0, more: false, complete: false, results: [] };
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest&q=a", ({ response }) => response(200).json(none)),
      ),
    );
    show("/dashboard?q=a");
    await screen.findByRole("button", { name: "Export" });
  });

  test("shows and describes an excerpt if only the long text matches", async () => {
    const message = `${"Much was written. ".repeat(9)}We need a shop for ties. ${"And so on. ".repeat(20)}`;
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest&q=ties", () => page(row(1, { message }))),
      ),
    );
    show("/dashboard?q=ties");
    const cell = await screen.findByRole("cell", { name: "Visitor 1" });
    const mark = await waitFor(() => cell.querySelector("mark") ?? Promise.reject(new Error()));
    expect(mark.textContent).toBe("ties");
    expect(cell.textContent).toMatch(
      /^Visitor 1New, found in Message: …Much was written\. .*shop for ties\. And so on\./,
    );
    const description = document.getElementById(
      cell.getAttribute("aria-describedby") ?? "",
    )?.textContent;
    expect(description).toBe(
      "New, found in Message: …Much was written. We need a shop for ties. " +
        `${"And so on. ".repeat(14)}And…`,
    );
  });

  test("shows no excerpt if a column matches", async () => {
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest&q=visitor", () =>
          page(row(1, { message: "A visitor was here." })),
        ),
      ),
    );
    show("/dashboard?q=visitor");
    await waitFor(() => expect(marks()).toContain("Visitor"));
    expect(screen.getByText("A visitor was here.").closest("td")?.textContent).not.toContain(
      "found in",
    );
  });

  test("shows why the server refused a query, and offers to show all records", async () => {
    const refused = { message: "No", errors: { from: "From must be a date" } };
    serve(
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest", () => page(...rows)),
      ),
      http.get(
        "/api/consultations",
        onlyAt("?page=1&sort=newest&q=a", () => HttpResponse.json(refused, { status: 422 })),
      ),
    );
    show("/dashboard?q=a");
    await screen.findByText("Error loading consultations");
    screen.getByText("From must be a date.");
    await userEvent.click(screen.getByRole("button", { name: "Show all consultations" }));
    await screen.findByText("3 total");
  });
});

test("searches all records from a page of other dates", async () => {
  serve();
  renderInDashboard(
    <SearchProvider>
      <SearchBox />
    </SearchProvider>,
    { at: "/dashboard/insights?period=own&from=2026-01-01&to=2026-01-31" },
  );
  await userEvent.type(box(), "ferry{Enter}");
  expect(address()).toBe("/dashboard?q=ferry");
});

test("highlights matches in a record, and opens the list for a new search", async () => {
  serveRecord(record({ full_name: "Béla Bartók", message: "We need a shop: shops sell." }));
  renderInDashboard(
    <SearchProvider>
      <SearchBox />
      <SubmissionDetail kind={consultations} slug="abc" inDashboard />
    </SearchProvider>,
    { at: "/dashboard/consultation/abc?q=shop&box=new" },
  );
  await screen.findByText("Notes and history");
  expect(box().value).toBe("shop");
  expect(marks()).toEqual(["shop", "shops"]);
  await userEvent.clear(box());
  await userEvent.type(box(), "bela");
  expect(marks()).toEqual(["Béla"]);
  expect(address()).toBe("/dashboard/consultation/abc?q=shop&box=new");
  await userEvent.type(box(), "{Enter}");
  expect(address()).toBe("/dashboard/consultation?q=bela&box=new");
});
