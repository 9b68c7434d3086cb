import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderInDashboard } from "../../../../test/dashboard";
import { deferred } from "../../../../test/deferred";
import { application, serve } from "../../../../test/records";
import { accessToken, rememberTokens } from "../../../../test/tokens";
import { http } from "../../../../mocks/http";
import {
  fileResponse,
  jsonResponse,
  type Responder,
  type UntypedResponse,
} from "../../../../test/responses";
import { onlyAt, recordCalls } from "../../../../test/server";
import { SubmissionDetail } from "../record/SubmissionDetail";
import applications from "./applications.kind";

const PATH = "/api/applications/abc/cv/Ada%20L%C3%B3pez%20CV.pdf";
const access = accessToken(900);
const created: Blob[] = [];
const revoked: string[] = [];

const file = (content: string) => () => fileResponse(content);

/** Opens a record with a CV at this path. */
function open(cv: Responder, path = PATH) {
  const record = {
    id: 1,
    slug: "abc",
    job_title: "Product Manager",
    full_name: "Ada López",
    email: "ada@example.com",
    cover_letter: "I have run products for ten years.",
    cv_upload: path,
    submitted_at: "2026-03-01T12:00:00.000000Z",
    created_at: "2026-03-01T12:00:00.000000Z",
  };
  serve(
    http.get(
      "/api/applications/{key}",
      onlyAt("/abc", ({ response }) => response(200).json({ ...application(), ...record })),
    ),
    http.get("/api/applications/{slug}/cv/{file_name}", onlyAt(path, cv)),
  );
  const sent = recordCalls();
  renderInDashboard(<SubmissionDetail kind={applications} slug="abc" />);
  return sent;
}

async function preview() {
  await userEvent.click(await screen.findByRole("button", { name: "Preview Ada López CV.pdf" }));
  return within(screen.getByRole("dialog", { name: "Ada López CV.pdf" }));
}

beforeEach(() => {
  rememberTokens(access, "r1");
  created.length = 0;
  revoked.length = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    created.push(blob as Blob);
    return `blob:http://localhost/${created.length}`;
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revoked.push(url));
});

// jsdom lacks both.
URL.createObjectURL ??= () => "";
URL.revokeObjectURL ??= () => undefined;

test("shows PDF loaded with token", async () => {
  const sent = open(file("%PDF-1.7 A CV"));
  const dialog = await preview();
  const frame = await dialog.findByTitle<HTMLIFrameElement>("Ada López CV.pdf");
  expect(frame.src).toMatch(/^blob:http:\/\/localhost\/1#/);
  expect(created.map(({ type }) => type)).toEqual(["application/pdf"]);
  const call = sent.find(({ path }) => path.includes("/cv/"));
  expect(call?.path).toBe(PATH);
  expect(call?.headers.get("authorization")).toBe(`Bearer ${access}`);
  dialog.getByRole("link", { name: "Download" });

  expect(revoked).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  expect(revoked).toEqual(["blob:http://localhost/1"]);
  expect(document.querySelector("iframe")).toBeNull();
});

test.each(["<script>alert(1)</script>", "PK\u0003\u0004", ""])(
  "does not show a file that is no PDF: %j",
  async (content) => {
    open(file(content));
    const dialog = await preview();
    await dialog.findByText("This file isn't a PDF. Download it instead.");
    expect(created).toEqual([]);
    expect(document.querySelector("iframe")).toBeNull();
    dialog.getByRole("link", { name: "Download" });
  },
);

const AWAY = "The server is unavailable right now.";
const UNREACHABLE = "Couldn't reach the server. Check your connection and try again.";

test.each([
  ["a lost connection", HttpResponse.error, UNREACHABLE],
  ["a fault of the server", () => jsonResponse(503, { message: "Away" }), AWAY],
  [
    "a refusal",
    () => jsonResponse(404, { message: "Application not found" }),
    "Application not found",
  ],
  [
    "a refusal without a reason",
    () => jsonResponse(404, { message: "" }),
    "Couldn't load the CV. Try again.",
  ],
])("says why and offers to try again after %s", async (_, failure, reason) => {
  const responses: Responder[] = [failure, file("%PDF-1.7")];
  open(() => (responses.shift() ?? HttpResponse.error)());
  const dialog = await preview();
  await dialog.findByText(reason);
  await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
  await dialog.findByTitle("Ada López CV.pdf");
});

test("stops loading when closed", async () => {
  const sent = open(() => new Promise(() => undefined));
  const dialog = await preview();
  dialog.getByText("Loading the CV");
  await waitFor(() => expect(sent.some(({ path }) => path === PATH)).toBe(true));
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  expect(sent.find(({ path }) => path === PATH)?.signal?.aborted).toBe(true);
  expect(created).toEqual([]);
});

test.each([
  ["a Word document", PATH.replace(".pdf", ".docx"), true],
  ["a browser that shows no PDFs", PATH, false],
])("is not offered for %s", async (_, path, pdfViewerEnabled) => {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { pdfViewerEnabled }));
  open(file("%PDF-1.7"), path);
  await screen.findByRole("link", { name: /^Ada López CV/ });
  expect(screen.queryByRole("button", { name: /^Preview/ })).toBeNull();
  vi.unstubAllGlobals();
});

describe("on an iPad, where frames show only the first page", () => {
  const tab = { document: { title: "" }, location: { replace: vi.fn() }, close: vi.fn() };
  const name = "Preview Ada López CV.pdf (opens in a new tab)";

  beforeEach(() => {
    const ipad = { platform: { value: "MacIntel" }, maxTouchPoints: { value: 5 } };
    vi.stubGlobal("navigator", Object.create(navigator, ipad));
    vi.spyOn(window, "open").mockReset();
    tab.location.replace.mockReset();
    tab.close.mockReset();
  });

  afterEach(() => vi.unstubAllGlobals());

  test("opens a tab in the click, and gives it the PDF when it has loaded", async () => {
    const response = deferred<UntypedResponse>();
    vi.mocked(window.open).mockReturnValue(tab as unknown as Window);
    open(() => response.promise);
    await userEvent.click(await screen.findByRole("button", { name }));
    expect(vi.mocked(window.open).mock.calls).toEqual([["", "_blank"]]);
    expect(tab.document.title).toBe("Ada López CV.pdf");
    expect(tab.location.replace).not.toHaveBeenCalled();
    await screen.findByText("Loading the CV…");
    response.resolve(file("%PDF-1.7 A CV")());
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalled());
    expect(tab.location.replace.mock.calls).toEqual([["blob:http://localhost/1"]]);
    expect(created.map(({ type }) => type)).toEqual(["application/pdf"]);
    expect(tab.close).not.toHaveBeenCalled();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test.each([
    ["the connection is lost", HttpResponse.error, UNREACHABLE],
    ["the server is away", () => jsonResponse(503, { message: "Away" }), AWAY],
    ["the file is no PDF", file("<b>Hi</b>"), "This file isn't a PDF. Download it instead."],
  ])("closes the tab if %s", async (_, response, reason) => {
    vi.mocked(window.open).mockReturnValue(tab as unknown as Window);
    open(response);
    await userEvent.click(await screen.findByRole("button", { name }));
    await screen.findByText(reason, { selector: "[role=alert]" });
    expect(tab.close).toHaveBeenCalledOnce();
    expect(tab.location.replace).not.toHaveBeenCalled();
  });

  test("offers the download if the browser blocks the tab", async () => {
    vi.mocked(window.open).mockReturnValue(null);
    const sent = open(file("%PDF-1.7 A CV"));
    await userEvent.click(await screen.findByRole("button", { name }));
    await screen.findByText("Your browser blocked the new tab. Download the CV instead.");
    screen.getByRole("link", { name: "Ada López CV.pdf" });
    expect(sent.filter(({ path }) => path === PATH)).toEqual([]);
  });
});
