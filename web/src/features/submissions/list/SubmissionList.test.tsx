import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { deferred } from "../../../../test/deferred";
import { listPage, row, serve } from "../../../../test/records";
import { renderInDashboard } from "../../../../test/dashboard";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import { jsonResponse, type Responder, type UntypedResponse } from "../../../../test/responses";
import { onlyAt, recordCalls } from "../../../../test/server";
import consultations from "../kinds/consultations.kind";
import { SubmissionList } from "./SubmissionList";

const list = (page: number, sort = "newest") => `?page=${page}&sort=${sort}`;
const page =
  (count: number, ...names: string[]) =>
  () => {
    const results = names.map((full_name, index) =>
      row(index + 1, { full_name, referral: index === 0 ? null : "A friend" }),
    );
    return jsonResponse(200, listPage(results, { count }));
  };

/** Responds to the call for a list with this query. */
const respond = (query: string, resolver: Responder) =>
  http.get("/api/consultations", onlyAt(query, resolver));

const address = () => screen.getByTestId("address").textContent;
const names = () =>
  screen.getAllByRole("row").flatMap((line) => line.querySelector("td bdi")?.textContent ?? []);

describe("SubmissionList", () => {
  beforeEach(() => rememberTokens(accessToken(900), "r1"));

  test("shows columns, rows and a link to each record", async () => {
    serve(respond(list(1), page(2, "Ada Lovelace", "Li Wei")));
    renderInDashboard(<SubmissionList kind={consultations} />);
    await screen.findByRole("cell", { name: "Ada Lovelace" });
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "Full Name",
      "Email",
      "Referral",
      "Submitted At",
      "Action",
    ]);
    const view = screen.getByRole("link", { name: "View Li Wei" });
    expect(view.getAttribute("href")).toBe("/dashboard/consultation/slug-2");
    // In one piece, or screen readers would pause within it.
    expect(screen.getByText("visitor-1@example.com").childNodes).toHaveLength(1);
  });

  test("says when there are no consultations", async () => {
    serve(respond(list(1), page(0)));
    renderInDashboard(<SubmissionList kind={consultations} />);
    await screen.findByText("No consultations available");
  });

  test("shows a failure once in a toast and in place of the list", async () => {
    serve(respond(list(1), () => HttpResponse.json({ message: "No such order" }, { status: 422 })));
    renderInDashboard(<SubmissionList kind={consultations} />);
    await screen.findByText("Error loading consultations");
    await screen.findByText("No such order");
  });

  test("has its own message for a failure without one", async () => {
    serve(respond(list(1), () => HttpResponse.json({ message: "" }, { status: 400 })));
    renderInDashboard(<SubmissionList kind={consultations} />);
    await screen.findByText("Failed to fetch consultations");
  });

  test("reports a failed call at once, retries it, and shows the result", async () => {
    let isDown = true;
    serve(
      respond(list(1), () => (isDown ? jsonResponse(503, { message: "Away" }) : page(1, "Ada")())),
    );
    renderInDashboard(<SubmissionList kind={consultations} />);
    const note = await screen.findByText("The server is unavailable right now. Trying again.");
    expect(note.closest("[role=status]")).not.toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
    isDown = false;
    await screen.findByRole("cell", { name: "Ada" }, { timeout: 5000 });
    expect(screen.queryByText(/Trying again/)).toBeNull();
  });

  test("reports a failed call while the previous page is shown", async () => {
    serve(
      respond(list(1), page(11, "Ada")),
      respond(list(2), () => HttpResponse.error()),
    );
    renderInDashboard(<SubmissionList kind={consultations} />);
    await screen.findByRole("cell", { name: "Ada" });
    await userEvent.click(screen.getByRole("link", { name: "Next" }));
    await screen.findByText("Couldn't reach the server. Trying again.");
    screen.getByRole("cell", { name: "Ada" });
  });

  test("offers four sort orders, and sorts from the first page in the URL", async () => {
    serve(
      respond(list(2), page(11, "Ada")),
      respond(list(1, "name_asc"), page(11, "Bea")),
      respond(list(2, "name_asc"), page(11)),
    );
    renderInDashboard(<SubmissionList kind={consultations} />, { at: "/dashboard?page=2" });
    await screen.findByRole("cell", { name: "Ada" });
    const select = screen.getByLabelText<HTMLSelectElement>("Sort by");
    expect(Array.from(select.options, (option) => option.text)).toEqual([
      "Date (Newest)",
      "Date (Oldest)",
      "Name (A-Z)",
      "Name (Z-A)",
    ]);
    expect(select.value).toBe("newest");
    await userEvent.selectOptions(select, "Name (A-Z)");
    await screen.findByRole("cell", { name: "Bea" });
    expect(screen.getByTestId("address").textContent).toBe("/dashboard?sort=name_asc");
  });

  test("makes one history entry of the steps of arrow keys in a select", async () => {
    serve(
      respond(list(1), page(3, "Cal")),
      respond(list(1, "oldest"), page(3, "Ada")),
      respond(list(1, "name_asc"), page(3, "Abe")),
    );
    renderInDashboard(<SubmissionList kind={consultations} />);
    await screen.findByRole("cell", { name: "Cal" });
    const before = history.length;
    screen.getByLabelText("Sort by").focus();
    for (const value of ["oldest", "name_asc"]) {
      fireEvent.change(screen.getByLabelText("Sort by"), { target: { value } });
    }
    await screen.findByRole("cell", { name: "Abe" });
    expect(history.length).toBe(before + 1);
  });

  test("copies selected rows as rows of a sheet, without words for screen readers", async () => {
    serve(respond(list(1), page(2, "Ada", "Bea")));
    renderInDashboard(<SubmissionList kind={consultations} />);
    await screen.findByRole("cell", { name: "Bea" });
    // As by Ctrl+A, the selection can reach beyond the table.
    for (const selected of [screen.getByRole("table"), document.body]) {
      getSelection()?.selectAllChildren(selected);
      const copied: Record<string, string> = {};
      fireEvent.copy(selected, {
        clipboardData: { setData: (type: string, text: string) => (copied[type] = text) },
      });
      const lines = copied["text/plain"]?.split("\n").map((line) => line.split("\t"));
      expect(lines?.map(([name]) => name)).toEqual(["Ada", "Bea"]);
      expect(lines?.[0]).toHaveLength(4);
      expect(lines?.[0]?.[2]).toBe("");
      expect(copied["text/html"]).toContain("<td>Bea</td>");
    }
  });

  test("sorts the shown rows at once, before the server responds", async () => {
    const sorted = deferred<UntypedResponse>();
    serve(
      respond(list(1), page(3, "Cal", "ada", "Bea")),
      respond(list(1, "name_asc"), () => sorted.promise),
    );
    renderInDashboard(<SubmissionList kind={consultations} />);
    await screen.findByRole("cell", { name: "Cal" });
    await userEvent.selectOptions(screen.getByLabelText("Sort by"), "Name (A-Z)");
    expect(names()).toEqual(["ada", "Bea", "Cal"]);
    sorted.resolve(page(3, "Abe", "ada", "Bea")());
    await screen.findByRole("cell", { name: "Abe" });
    expect(names()).toEqual(["Abe", "ada", "Bea"]);
  });

  test("shows the previous page until the next has loaded, and prefetches one page", async () => {
    const third = deferred<UntypedResponse>();
    serve(
      respond(list(1), page(25, "Ada")),
      respond(list(2), page(25, "Bea")),
      respond(list(3), () => third.promise),
    );
    const sent = recordCalls();
    renderInDashboard(<SubmissionList kind={consultations} />, { at: "/dashboard" });
    await screen.findByRole("cell", { name: "Ada" });
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain("/api/consultations?page=2&sort=newest"),
    );
    await userEvent.click(screen.getByRole("link", { name: "Page 3" }));
    screen.getByRole("cell", { name: "Ada" });
    third.resolve(page(25, "Cal")());
    await screen.findByRole("cell", { name: "Cal" });
    expect(screen.queryByRole("cell", { name: "Ada" })).toBeNull();
  });

  test.each(["0", "-1", "1.5", "x", "", "99999999999999999999"])(
    "reads page %j as the first",
    async (text) => {
      serve(respond(list(1), page(1, "Ada")));
      renderInDashboard(<SubmissionList kind={consultations} />, {
        at: `/dashboard?page=${text}&sort=nonsense`,
      });
      await screen.findByRole("cell", { name: "Ada" });
    },
  );

  test("leads to the first page from a page after the last one, and keeps the focus", async () => {
    serve(respond(list(9), page(5)), respond(list(1), page(5, "Ada")));
    renderInDashboard(<SubmissionList kind={consultations} />, {
      at: "/dashboard?page=9&sort=newest",
    });
    await screen.findByText("There is nothing on this page.");
    await userEvent.click(screen.getByRole("button", { name: "Go to the first page" }));
    await screen.findByRole("cell", { name: "Ada" });
    expect(address()).toBe("/dashboard");
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  test("keeps the focus when the link of the pager that was pressed is gone", async () => {
    serve(respond(list(1), page(11, "Ada")), respond(list(2), page(11, "Grace")));
    renderInDashboard(<SubmissionList kind={consultations} />);
    await userEvent.click(await screen.findByRole("link", { name: "Next" }));
    await screen.findByRole("cell", { name: "Grace" });
    expect(screen.queryByRole("link", { name: "Next" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });
});
