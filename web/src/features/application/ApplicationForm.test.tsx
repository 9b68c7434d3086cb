import { screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { http } from "../../../mocks/http";
import { deferred } from "../../../test/deferred";
import { button, field, fill, job, visitor } from "../../../test/application-form";
import { file, pdf, wordDocument } from "../../../test/files";
import { renderWithProviders } from "../../../test/render";
import { recordCalls, server } from "../../../test/server";
import { documentRules, publicRules } from "~/rules/load";
import { formRules } from "~/rules/metadata";
import { ApplicationForm } from "./ApplicationForm";

/** Returns whether a drop on the target is rejected. */
function isRefused(target: Element, types = ["Files"]): boolean {
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { dropEffect: "copy", types } });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

const created = http.post("/api/applications/create", ({ response }) =>
  response(201).json({ slug: "s", submitted_at: "" }),
);

const docx = (name: string, options?: Parameters<typeof wordDocument>[0]) =>
  file(name, wordDocument(options), 0);
const trap = () => {
  throw new WebAssembly.RuntimeError("unreachable");
};
const WRONG_TYPE = "Only PDF, DOC, or DOCX files are allowed";
const CHANGED = "The file has changed since you chose it. Choose it again.";

describe("ApplicationForm", () => {
  beforeAll(() => publicRules.load());

  test("rejects an empty form with every message, and sends nothing", async () => {
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    expect(screen.queryByText("Full name is required")).toBeNull();
    await user.click(button());

    await screen.findByText("Full name is required");
    screen.getByText("Email is required");
    screen.getByText("Cover letter is required");
    screen.getByText("Please upload your CV");
    expect(document.activeElement).toBe(field("Full Name"));
    expect(field("CV").getAttribute("aria-invalid")).toBe("true");
    expect(field("CV").getAttribute("aria-describedby")).toContain("cv-error");
    expect(sent).toEqual([]);
  });

  test("validates a file by its content, after the first submit", async () => {
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user, file("cv.pdf", "MZ, a program"));
    expect(screen.queryByText(WRONG_TYPE)).toBeNull();
    await user.click(button());
    await screen.findByText(WRONG_TYPE);
    expect(document.activeElement).toBe(field("CV"));
    expect(sent).toEqual([]);

    await user.upload(field("CV"), pdf("cv.pdf", 5 * 1024 * 1024));
    await screen.findByText("File size must be under 5MB");
    await user.upload(field("CV"), docx("cv.docx"));
    await waitFor(() => expect(screen.queryByText("File size must be under 5MB")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Remove cv.docx" }));
    await screen.findByText("Please upload your CV");
    expect(document.activeElement).toBe(field("CV"));
  });

  test("loads the documents module only for a DOCX", async () => {
    const loading = vi.spyOn(documentRules, "load");
    server.use(created);
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await screen.findByText("Application Submitted Successfully!");
    await user.upload(field("CV"), file("cv.doc", "\u00d0\u00cf\u0011"));
    expect(loading).not.toHaveBeenCalled();
    await user.upload(field("CV"), docx("cv.DOCX"));
    expect(loading).toHaveBeenCalledOnce();
  });

  test("refuses a document with macros that is named like a DOCX, and sends nothing", async () => {
    server.use(created);
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user, docx("cv.docx", { hasMacros: true }));
    await user.click(button());
    await screen.findByText(WRONG_TYPE);
    expect(document.activeElement).toBe(field("CV"));
    expect(sent).toEqual([]);

    await user.upload(field("CV"), docx("other.docx"));
    await waitFor(() => expect(screen.queryByText(WRONG_TYPE)).toBeNull());
    await user.upload(field("CV"), docx("cv.docx", { hasMacros: true }));
    await screen.findByText(WRONG_TYPE);
    await user.upload(field("CV"), docx("other.docx"));
    await user.click(button());
    await screen.findByText("Application Submitted Successfully!");
    expect(sent).toHaveLength(1);
  });

  test("refuses a DOCX that is too large without reading it whole", async () => {
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    const large = file("cv.docx", wordDocument(), 5 * 1024 * 1024);
    const reading = vi.spyOn(large, "arrayBuffer");
    await fill(user, large);
    await user.click(button());
    await screen.findByText("File size must be under 5MB");
    expect(reading).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });

  test.each([
    ["fails to load", () => Promise.reject(new TypeError("blocked"))],
    ["never arrives", () => new Promise<never>(() => undefined)],
    ["fails", () => Promise.resolve({ checkDocx: trap })],
  ])("sends a DOCX to the server if the documents module %s", async (_, load) => {
    vi.spyOn(documentRules, "load").mockImplementation(load);
    server.use(created);
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user, docx("cv.docx"));
    await user.click(button());
    await screen.findByText("Application Submitted Successfully!");
    expect(sent).toHaveLength(1);
  });

  test("can be canceled while a DOCX is checked, and sends nothing", async () => {
    const documents = await documentRules.load();
    const loading = deferred<typeof documents>();
    vi.spyOn(documentRules, "load").mockReturnValue(loading.promise);
    server.use(created);
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user, docx("cv.docx"));
    await user.click(button());
    await user.click(await screen.findByRole("button", { name: "Cancel upload" }));
    await screen.findByText("Canceled.");
    expect(button().disabled).toBe(false);
    loading.resolve(documents);
    await loading.promise;
    expect(field("Full Name").value).toBe("Ada Lovelace");
    screen.getByText("cv.docx");
    expect(screen.queryByText("Something went wrong. Please try again.")).toBeNull();
    expect(sent).toEqual([]);

    await user.click(button());
    await screen.findByText("Application Submitted Successfully!");
    expect(sent).toHaveLength(1);
  });

  test("validates each field as it changes", async () => {
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await user.click(button());
    await screen.findByText("Email is required");
    await user.type(field("Email"), "ada");
    screen.getByText("Enter a valid email");
    await user.type(field("Full Name"), "Al");
    screen.getByText("FullName must be at least three characters");
    await user.type(field("Cover Letter"), "Short");
    screen.getByText("Cover letter must be at least 20 characters");
  });

  test("shows the chosen file with name and size", async () => {
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await user.upload(field("CV"), pdf("Ada Lovelace.pdf", 300_000));
    screen.getByText("Ada Lovelace.pdf");
    screen.getByText("292 KB");
    screen.getByText("PDF, DOC, or DOCX, under 5 MB");
  });

  test("rejects files that are dropped outside the field", () => {
    renderWithProviders(<ApplicationForm job={job} />);
    expect(isRefused(document.body)).toBe(true);
    expect(isRefused(field("CV"))).toBe(false);
    expect(isRefused(field("Cover Letter"), ["text/plain"])).toBe(false);
  });

  test("asks for the file again when it can no longer be read", async () => {
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    const gone = pdf();
    gone.slice = () => {
      throw new DOMException("gone", "NotReadableError");
    };
    await fill(user, gone);
    await user.click(button());
    await screen.findByText(CHANGED);
    expect(document.activeElement).toBe(field("CV"));
    expect(sent).toEqual([]);
    await user.upload(field("CV"), pdf());
    await waitFor(() => expect(screen.queryByText(CHANGED)).toBeNull());
  });

  test("sets the attributes that the rules give its fields", () => {
    const { application } = formRules;
    renderWithProviders(<ApplicationForm job={job} />);
    const inputs = application.map(({ name }) =>
      document.querySelector<HTMLInputElement>(`[name="${name}"]`),
    );
    expect(inputs.slice(1).map((input) => [input?.required, input?.minLength ?? -1])).toEqual(
      application.slice(1).map(({ required, min }) => [required, min ?? -1]),
    );
    expect(inputs.some((input) => input?.hasAttribute("maxlength"))).toBe(false);
    expect(field("CV").accept).toBe(application.at(-1)?.accept.join(","));
    expect(field("CV").accept).toBe(".pdf,.doc,.docx");
  });
});
