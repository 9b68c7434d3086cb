import { screen, waitFor, within } from "@testing-library/react";
import { delay, HttpResponse } from "msw";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { button, field, fill, job, LETTER, visitor } from "../../../test/application-form";
import { http } from "../../../mocks/http";
import { deferred } from "../../../test/deferred";
import { pdf } from "../../../test/files";
import { renderWithProviders } from "../../../test/render";
import { recordCalls, server } from "../../../test/server";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { watchUploads } from "../../../test/uploads";
import { queryClient } from "~/api/query-client";
import { publicRules } from "~/rules/load";
import { honeypot } from "~/rules/metadata";
import { ApplicationForm } from "./ApplicationForm";

const CREATE = "/api/applications/create";

const created = http.post(CREATE, ({ response }) =>
  response(201).json({ slug: "s", submitted_at: "" }),
);

describe("ApplicationForm, completed", () => {
  beforeAll(() => publicRules.load());

  test("shows the upload's progress, then confirms and resets", async () => {
    const stored = deferred<void>();
    server.use(
      http.post(CREATE, async ({ response }) => {
        await stored.promise;
        return response(201).json({ slug: "s", submitted_at: "" });
      }),
    );
    const sent = recordCalls();
    const progress = watchUploads();
    const onSent = vi.fn();
    const user = visitor();
    queryClient.setQueryData(["applications", "page"], { count: 0, results: [] });
    renderWithProviders(<ApplicationForm job={job} onSent={onSent} />);
    const cv = pdf();
    await fill(user, cv);
    await user.click(button());

    const bar = await screen.findByRole<HTMLProgressElement>("progressbar");
    expect(button().disabled).toBe(true);
    expect(button().textContent).toBe("Submitting...");
    await waitFor(() => expect(sent).toHaveLength(1));
    progress(420, 1000);
    await screen.findByText("Uploading, 42%");
    expect(bar.value).toBe(0.42);
    expect(onSent).not.toHaveBeenCalled();
    stored.resolve();
    await screen.findByText("Application Submitted Successfully!");
    await waitFor(() => expect(button().disabled).toBe(false));
    expect(onSent).toHaveBeenCalledOnce();
    expect(field("Full Name").value).toBe("");
    expect(screen.queryByText("cv.pdf")).toBeNull();
    expect(queryClient.getQueryState(["applications", "page"])?.isInvalidated).toBe(true);

    const [upload] = sent;
    expect(upload?.path).toBe("/api/applications/create");
    expect(Array.from(upload?.form?.keys() ?? [])).toEqual([
      "source",
      "job_title",
      "full_name",
      "email",
      "cover_letter",
      "cv",
    ]);
    expect(upload?.form?.get("job_title")).toBe("Product Manager");
    expect(upload?.form?.get("cover_letter")).toBe(LETTER);
    const arrived = upload?.form?.get("cv") as File;
    expect(new Uint8Array(await arrived.arrayBuffer())).toEqual(await cv.bytes());
  });

  test("sends the honeypot field when it is filled", async () => {
    server.use(created);
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user);
    const trap = document.querySelector<HTMLInputElement>(`form [name="${honeypot}"]`);
    expect(trap?.closest("[aria-hidden=true][inert]")).not.toBeNull();
    if (trap) trap.value = "Cheap pills";
    await user.click(button());
    await screen.findByText("Application Submitted Successfully!");
    const names = Array.from(sent[0]?.form?.keys() ?? []);
    // Before the file, like all texts.
    expect(names.slice(-2)).toEqual([honeypot, "cv"]);
    expect(sent[0]?.form?.get(honeypot)).toBe("Cheap pills");
  });

  test("sends the access token of a signed-in user", async () => {
    const access = accessToken(60);
    rememberTokens(access);
    server.use(created);
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(field("Full Name").value).toBe(""));
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${access}`);
  });

  test("keeps the input and the key on failure, and renews the key after success", async () => {
    server.use(
      http.post(CREATE, () => HttpResponse.error(), { once: true }),
      created,
    );
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await screen.findByText("Something went wrong. Please try again.");
    await screen.findByText(/^Couldn't reach the server/);
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

  test("uses a new key if the form has changed since an attempt that was stored", async () => {
    server.use(
      http.post(CREATE, ({ response }) => response(409).json({ message: "Used" }), { once: true }),
      created,
    );
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(field("Full Name").value).toBe(""));
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
  });

  test("keeps the input when the upload is canceled", async () => {
    server.use(http.post(CREATE, () => delay("infinite")));
    const sent = recordCalls();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Cancel upload" }));
    await screen.findByText("Canceled. It may already have arrived.");
    expect(screen.queryByText("Something went wrong. Please try again.")).toBeNull();
    expect(field("Full Name").value).toBe("Ada Lovelace");
    screen.getByText("cv.pdf");
    expect(button().disabled).toBe(false);
  });

  test("begins another attempt without the progress of the former one", async () => {
    server.use(http.post(CREATE, () => delay("infinite")));
    const sent = recordCalls();
    const progress = watchUploads();
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(sent).toHaveLength(1));
    progress(420, 1000);
    await screen.findByText("Uploading, 42%");
    await user.click(screen.getByRole("button", { name: "Cancel upload" }));
    await screen.findByText("Canceled. It may already have arrived.");

    vi.spyOn(publicRules, "loaded").mockReturnValue(undefined);
    vi.spyOn(publicRules, "within").mockReturnValue(new Promise(() => undefined));
    await user.click(button());
    expect(screen.getByRole<HTMLProgressElement>("progressbar").value).toBe(0);
    await user.click(screen.getByRole("button", { name: "Cancel upload" }));
    await screen.findByText("Canceled.");
    expect(sent).toHaveLength(1);
  });

  test.each([
    ["at the fields", "cv", "Only PDF, DOC, or DOCX files are allowed"],
    ["of a hidden field", "job_title", "This job is no longer open"],
  ])(
    "shows the server's errors %s, and focuses the first that can be seen",
    async (_, name, message) => {
      const errors = { [name]: message, email: "Enter a valid email" };
      server.use(
        http.post(CREATE, ({ response }) => response(422).json({ message: "Refused", errors })),
      );
      const user = visitor();
      renderWithProviders(<ApplicationForm job={job} />);
      await fill(user);
      await user.click(button());
      await screen.findByText(message);
      screen.getByText(errors.email);
      expect(document.activeElement).toBe(field("Email"));
    },
  );

  test.each([
    [413, {}, /too large to send/],
    [429, { "retry-after": "45" }, /Please try again in 45 seconds\./],
    [429, { "retry-after": "61" }, /Please try again in 2 minutes\./],
    [503, { "retry-after": "1" }, /is unavailable right now.*in a second\./],
    [500, {}, /is unavailable right now.*in a moment\./],
    [400, {}, /Out of order/],
  ])("describes a %i with %o in place", async (status, headers, words) => {
    server.use(
      http.post(CREATE, () =>
        HttpResponse.json({ message: "Out of order" }, { status, headers: headers as HeadersInit }),
      ),
    );
    const user = visitor();
    renderWithProviders(<ApplicationForm job={job} />);
    await fill(user);
    await user.click(button());
    await screen.findByText("Something went wrong. Please try again.");
    const form = document.querySelector("form") as HTMLElement;
    expect(within(form).getByRole("alert").textContent).toMatch(words);
    expect(field("Full Name").value).toBe("Ada Lovelace");
  });
});
