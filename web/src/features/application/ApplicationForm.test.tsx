import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { deferred } from "../../../test/deferred";
import { file, pdf } from "../../../test/files";
import { reply } from "../../../test/network";
import { show } from "../../../test/render";
import { answerUploads } from "../../../test/uploads";
import { queryClient } from "../../api/query-client";
import { loadRules } from "../../rules/load";
import { ApplicationForm } from "./ApplicationForm";

const job = { id: "product-manager", title: "Product Manager" } as const;
const LETTER = "I have run products for ten years.";
const taken = () => reply(201, { slug: "s", submitted_at: "" });
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^submit/i });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

async function fill(user: ReturnType<typeof userEvent.setup>, cv = pdf()) {
  // The simulated user does not see that a form has been reset, and would go on from the old text.
  await user.clear(field("Full Name"));
  await user.type(field("Full Name"), "Ada Lovelace");
  await user.clear(field("Email"));
  await user.type(field("Email"), "ada@example.com");
  await user.clear(field("Cover Letter"));
  await user.type(field("Cover Letter"), LETTER);
  await user.upload(field("CV"), cv);
}

/** A visitor who chooses whatever file there is. */
const visitor = () => userEvent.setup({ applyAccept: false, delay: null });

/** Whether a file that is dropped here is refused. */
function isRefused(target: Element): boolean {
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { dropEffect: "copy" } });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

describe("ApplicationForm", () => {
  beforeAll(() => loadRules());

  test("refuses an empty form with every message, and sends nothing", async () => {
    const sent = answerUploads();
    const user = visitor();
    show(<ApplicationForm job={job} />);
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

  test("judges a file by what it is, and only after the first submit", async () => {
    const sent = answerUploads();
    const user = visitor();
    show(<ApplicationForm job={job} />);
    const refused = "Only PDF, DOC, or DOCX files are allowed";
    await fill(user, file("cv.pdf", "MZ, a program"));
    expect(screen.queryByText(refused)).toBeNull();
    await user.click(button());
    await screen.findByText(refused);
    expect(document.activeElement).toBe(field("CV"));
    expect(sent).toEqual([]);

    await user.upload(field("CV"), pdf("cv.pdf", 5 * 1024 * 1024));
    await screen.findByText("File size must be under 5MB");
    await user.upload(field("CV"), file("cv.docx", "PK\u0003\u0004"));
    await waitFor(() => expect(screen.queryByText("File size must be under 5MB")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Remove cv.docx" }));
    await screen.findByText("Please upload your CV");
    expect(document.activeElement).toBe(field("CV"));
  });

  test("judges each field again as it changes", async () => {
    answerUploads();
    const user = visitor();
    show(<ApplicationForm job={job} />);
    await user.click(button());
    await screen.findByText("Email is required");
    await user.type(field("Email"), "ada");
    screen.getByText("Enter a valid email");
    await user.type(field("Full Name"), "Al");
    screen.getByText("FullName must be at least three characters");
    await user.type(field("Cover Letter"), "Short");
    screen.getByText("Cover letter must be at least 20 characters");
    screen.getByText("5 / 1,000");
  });

  test("shows the chosen file by name and size", async () => {
    const user = visitor();
    show(<ApplicationForm job={job} />);
    await user.upload(field("CV"), pdf("Ada Lovelace.pdf", 300_000));
    screen.getByText("Ada Lovelace.pdf");
    screen.getByText("293 KB");
    screen.getByText("PDF, DOC, or DOCX, under 5 MB");
  });

  test("lets no file that is dropped beside the field take the visitor away", () => {
    show(<ApplicationForm job={job} />);
    expect(isRefused(document.body)).toBe(true);
    expect(isRefused(field("CV"))).toBe(false);
  });

  test("tells how far it is, says nothing before the answer, then thanks and empties itself", async () => {
    const answer = deferred<Response>();
    const sent = answerUploads(() => answer.promise);
    const onSent = vi.fn();
    const user = visitor();
    queryClient.setQueryData(["applications", "page"], { count: 0, results: [] });
    show(<ApplicationForm job={job} onSent={onSent} />);
    const cv = pdf();
    await fill(user, cv);
    await user.click(button());

    const bar = await screen.findByRole<HTMLProgressElement>("progressbar");
    expect(button().disabled).toBe(true);
    expect(button().textContent).toBe("Submitting...");
    await waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.progress(420, 1000);
    await screen.findByText("Uploading, 42%");
    expect(bar.value).toBe(0.42);
    expect(onSent).not.toHaveBeenCalled();
    answer.resolve(taken());
    await screen.findByText("Application Submitted Successfully!");
    await waitFor(() => expect(button().disabled).toBe(false));
    expect(onSent).toHaveBeenCalledOnce();
    expect(field("Full Name").value).toBe("");
    expect(screen.queryByText("cv.pdf")).toBeNull();
    expect(queryClient.getQueryState(["applications", "page"])?.isInvalidated).toBe(true);

    const [upload] = sent;
    expect(upload?.path).toBe("/api/applications/create/");
    expect(Array.from(upload?.body.keys() ?? [])).toEqual([
      "job_title",
      "full_name",
      "email",
      "cover_letter",
      "cv",
    ]);
    expect(upload?.body.get("job_title")).toBe("Product Manager");
    expect(upload?.body.get("cover_letter")).toBe(LETTER);
    const arrived = upload?.body.get("cv");
    expect(arrived instanceof File && (await arrived.bytes())).toEqual(await cv.bytes());
  });

  test("keeps everything and the key when sending fails, and renews the key after a success", async () => {
    const sent = answerUploads(() => Promise.reject(new TypeError()), taken, taken);
    const user = visitor();
    show(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await screen.findByText("Something went wrong. Please try again.");
    await screen.findByText(/^The connection was lost/);
    expect(field("Cover Letter").value).toBe(LETTER);
    screen.getByText("cv.pdf");
    await user.click(button());
    await waitFor(() => expect(field("Full Name").value).toBe(""));
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(sent).toHaveLength(3));

    const [first, second, third] = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test("takes a new key when something has changed since an attempt that did arrive", async () => {
    const sent = answerUploads(() => reply(409, { message: "Used" }), taken);
    const user = visitor();
    show(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(field("Full Name").value).toBe(""));
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
  });

  test("can be cancelled with nothing lost", async () => {
    const sent = answerUploads(() => new Promise<never>(() => undefined));
    const user = visitor();
    show(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Cancel upload" }));
    await screen.findByText("Not sent: you cancelled it.");
    expect(screen.queryByText("Something went wrong. Please try again.")).toBeNull();
    expect(field("Full Name").value).toBe("Ada Lovelace");
    screen.getByText("cv.pdf");
    expect(button().disabled).toBe(false);
  });

  test("shows what the server refuses at the fields", async () => {
    const errors = { cv: "Only PDF, DOC, or DOCX files are allowed", email: "Enter a valid email" };
    answerUploads(() => reply(422, { message: "Refused", errors }));
    const user = visitor();
    show(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await screen.findByText(errors.cv);
    screen.getByText(errors.email);
    expect(document.activeElement).toBe(field("Email"));
  });

  test.each([
    [413, {}, /too large to be sent/],
    [429, { "retry-after": "45" }, /Please try again in 45 seconds\./],
    [429, { "retry-after": "61" }, /Please try again in 2 minutes\./],
    [503, { "retry-after": "1" }, /cannot take this right now.*in a second\./],
    [500, {}, /cannot take this right now.*in a moment\./],
    [400, {}, /Out of order/],
  ])("says in place what a %i with %o means", async (status, headers, words) => {
    answerUploads(
      () => new Response(JSON.stringify({ message: "Out of order" }), { status, headers }),
    );
    const user = visitor();
    show(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await screen.findByText("Something went wrong. Please try again.");
    const form = document.querySelector("form") as HTMLElement;
    expect(within(form).getByRole("alert").textContent).toMatch(words);
    expect(field("Full Name").value).toBe("Ada Lovelace");
  });

  test("asks for the file again when it can no longer be read", async () => {
    const sent = answerUploads();
    const user = visitor();
    show(<ApplicationForm job={job} />);
    const gone = pdf();
    gone.slice = () => {
      throw new DOMException("gone", "NotReadableError");
    };
    await fill(user, gone);
    await user.click(button());
    await screen.findByText("Please upload your CV");
    expect(sent).toEqual([]);
  });

  test("has the attributes that the rules give its fields", async () => {
    const { application, accept } = (await loadRules()).rules();
    show(<ApplicationForm job={job} />);
    const inputs = application.map(({ name }) =>
      document.querySelector<HTMLInputElement>(`[name="${name}"]`),
    );
    expect(inputs.slice(1).map((input) => [input?.required, input?.minLength ?? -1])).toEqual(
      application.slice(1).map(({ required, min }) => [required, min ?? -1]),
    );
    expect(inputs.some((input) => input?.hasAttribute("maxlength"))).toBe(false);
    expect(field("CV").accept).toBe(accept.join(","));
    expect(field("CV").accept).toBe(".pdf,.doc,.docx");
  });
});
