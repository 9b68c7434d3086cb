import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse } from "msw";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { deferred } from "../../../test/deferred";
import { created } from "../../../test/records";
import { renderWithProviders } from "../../../test/render";
import { accessToken, rememberTokens } from "../../../test/tokens";
import { http } from "../../../mocks/http";
import { foreignResponses } from "../../../test/foreign-responses";
import { jsonResponse, type UntypedResponse } from "../../../test/responses";
import { recordCalls, server } from "../../../test/server";
import { publicRules } from "~/rules/load";
import { formRules, honeypot, plainForm } from "~/rules/metadata";
import { ContactForm } from "./ContactForm";

const CREATE = "/api/consultations/create";
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /estimate|sending/i });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

async function fill(user: ReturnType<typeof userEvent.setup>) {
  const texts = {
    Message: "We need a booking site for our ferry.",
    "Full Name": "Ada Lovelace",
    Email: "ada@example.com",
  };
  for (const [label, text] of Object.entries(texts)) {
    // user-event does not notice a form reset and would continue from the old text.
    // oxlint-disable-next-line no-await-in-loop -- a person fills one field after the other
    await user.clear(field(label));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await user.type(field(label), text);
  }
}

const busy = (seconds: number) => () =>
  new Response(JSON.stringify({ message: "Busy" }), {
    status: 429,
    headers: { "content-type": "application/json", "retry-after": String(seconds) },
  });

describe("ContactForm", () => {
  beforeAll(() => publicRules.load());

  test("rejects an empty form with every message, and sends nothing", async () => {
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    expect(screen.queryByText("Message is required")).toBeNull();
    await user.click(button());

    await screen.findByText("Message is required");
    screen.getByText("Your Full Name is Required");
    screen.getByText("Your Email is Required");
    expect(document.activeElement).toBe(field("Message"));
    expect(field("Message").getAttribute("aria-invalid")).toBe("true");
    expect(field("Message").getAttribute("aria-describedby")).toContain("contact-message-error");
    expect(field("Referral").getAttribute("aria-invalid")).toBe("false");
    expect(sent).toEqual([]);
  });

  test("validates each field as it changes", async () => {
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await user.click(button());
    await screen.findByText("Your Email is Required");
    await user.type(field("Email"), "ada");
    screen.getByText("Please enter a valid email address");
    await user.type(field("Email"), "@example.com");
    expect(screen.queryByText("Please enter a valid email address")).toBeNull();
    await user.type(field("Referral"), "x");
    screen.getByText("Too short to be a valid source");
  });

  test("shows no success before the response, then confirms and resets", async () => {
    const response = deferred<UntypedResponse>();
    server.use(http.post(CREATE, () => response.promise));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());

    await waitFor(() => expect(button().textContent).toBe("Sending..."));
    expect(button().disabled).toBe(true);
    expect(screen.queryByText("Your Consultation Added Successfully")).toBeNull();
    response.resolve(jsonResponse(201, { slug: "s", submitted_at: "" }));
    await screen.findByText("Your Consultation Added Successfully");
    await waitFor(() => expect(button().disabled).toBe(false));
    expect(field("Message").value).toBe("");
    expect(sent.map(({ json }) => json)).toEqual([
      {
        source: expect.objectContaining({ landing: "/", clicked: false }),
        message: "We need a booking site for our ferry.",
        full_name: "Ada Lovelace",
        email: "ada@example.com",
        referral: "",
      },
    ]);
  });

  test("keeps the thanks until the visitor types again", async () => {
    server.use(http.post(CREATE, created));
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    const thanks = await screen.findByText(/^Thank you\. We will read it/);
    expect(thanks.closest("[role=status]")).not.toBeNull();
    expect(document.activeElement).toBe(button());
    screen.getByRole("link", { name: "Go home" });
    await user.type(field("Message"), "O");
    expect(screen.queryByText(/^Thank you/)).toBeNull();
    expect(document.activeElement).toBe(field("Message"));
  });

  test.each(foreignResponses)("takes %s for a lost connection", async (_, respond) => {
    server.use(http.post(CREATE, respond));
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await screen.findByText("Couldn't reach the server. Check your connection and try again.");
    await screen.findByText("Something went wrong. Please try again.");
    expect(screen.queryByText("Your Consultation Added Successfully")).toBeNull();
    expect(field("Message").value).toBe("We need a booking site for our ferry.");
  });

  test("tries again by itself while the server is busy, with the same key", async () => {
    const responses = [busy(0), busy(1), created];
    server.use(http.post(CREATE, () => (responses.shift() ?? busy(0))()));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(button().textContent).toBe("Sending...");
    await waitFor(() => expect(field("Message").value).toBe(""));
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  test.each([
    [0, 4],
    [6, 1],
  ])("gives up on a server that stays busy for %i seconds", async (seconds, calls) => {
    server.use(http.post(CREATE, busy(seconds)));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await screen.findByText(/^Too many attempts from your network/);
    expect(sent).toHaveLength(calls);
    expect(field("Full Name").value).toBe("Ada Lovelace");
  });

  test.each([
    ["the server is busy", busy(5)],
    ["no response arrives", () => delay("infinite")],
  ])("can be canceled while %s", async (_, respond) => {
    server.use(http.post(CREATE, respond));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.type(field("Email"), "{Enter}");
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await screen.findByText("Canceled. It may already have arrived.");
    expect(field("Message").value).toBe("We need a booking site for our ferry.");
    expect(document.activeElement).toBe(button());
  });

  test("can be canceled while the rules load, and sends nothing", async () => {
    const rules = deferred<undefined>();
    vi.spyOn(publicRules, "loaded").mockReturnValue(undefined);
    vi.spyOn(publicRules, "within").mockReturnValue(rules.promise);
    server.use(http.post(CREATE, created));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await screen.findByText("Canceled.");
    expect(document.activeElement).toBe(button());
    expect(field("Message").value).toBe("We need a booking site for our ferry.");

    // The former attempt ends while the next one waits.
    vi.mocked(publicRules.within).mockReturnValue(new Promise(() => undefined));
    await user.click(button());
    rules.resolve(undefined);
    await rules.promise;
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await screen.findByText("Canceled.");
    expect(sent).toEqual([]);

    vi.mocked(publicRules.within).mockResolvedValue(undefined);
    await user.click(button());
    await screen.findByText("Your Consultation Added Successfully");
    expect(sent).toHaveLength(1);
  });

  test("keeps an error without the rules until it is judged again", async () => {
    vi.spyOn(publicRules, "loaded").mockReturnValue(undefined);
    vi.spyOn(publicRules, "within").mockResolvedValue(undefined);
    const errors = { email: "Please enter a valid email address" };
    server.use(
      http.post(CREATE, () => HttpResponse.json({ message: "Refused", errors }, { status: 422 })),
    );
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await screen.findByText(errors.email);
    await user.type(field("Email"), "x");
    screen.getByText(errors.email);
    vi.restoreAllMocks();
    await user.type(field("Email"), "y");
    expect(screen.queryByText(errors.email)).toBeNull();
  });

  test("lets the server validate when the rules fail, and reports their error", async () => {
    const rules = await publicRules.load();
    vi.spyOn(publicRules, "loaded").mockReturnValue({
      ...rules,
      checkForm: () => {
        throw new WebAssembly.RuntimeError("unreachable executed");
      },
    });
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const errors = { email: "Please enter a valid email address" };
    server.use(
      http.post(CREATE, () => HttpResponse.json({ message: "Refused", errors }, { status: 422 }), {
        once: true,
      }),
      http.post(CREATE, created),
      http.post("/api/client-errors", ({ response }) => response(204).empty()),
    );
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await screen.findByText(errors.email);
    expect(log).toHaveBeenCalled();
    const reports = sent.filter(({ path }) => path === "/api/client-errors");
    expect(reports.map(({ json }) => json)).toEqual([
      expect.objectContaining({ message: "RuntimeError: unreachable executed" }),
    ]);
    await user.type(field("Email"), ".org");
    screen.getByText(errors.email);
    await user.click(button());
    await screen.findByText("Your Consultation Added Successfully");
  });

  test("reports an error of the page itself, and can be sent again", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    server.use(
      http.post(CREATE, created),
      http.post("/api/client-errors", ({ response }) => response(204).empty()),
    );
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    const broken = vi.spyOn(publicRules, "loaded").mockImplementation(() => {
      throw new Error("out of order");
    });
    await user.click(button());
    await screen.findByText("Something went wrong. Please try again.");
    expect(log).toHaveBeenCalled();
    broken.mockRestore();
    await user.click(button());
    await screen.findByText("Your Consultation Added Successfully");
    vi.restoreAllMocks();
  });

  test("sends once for a double click and for Enter held down", async () => {
    server.use(http.post(CREATE, created));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(field("Message").value).toBe(""));
    const event = { bubbles: true, cancelable: true };
    const enter = { ...event, key: "Enter", repeat: true };
    const goesOn = [
      button().dispatchEvent(new MouseEvent("click", { ...event, detail: 2 })),
      field("Email").dispatchEvent(new KeyboardEvent("keydown", enter)),
      // Enter adds a line break there.
      field("Message").dispatchEvent(new KeyboardEvent("keydown", enter)),
    ];
    expect(goesOn).toEqual([false, false, true]);
    expect(screen.queryByText("Message is required")).toBeNull();
    expect(sent).toHaveLength(1);
  });

  test("keeps the input and the key on failure, and renews the key after success", async () => {
    const responses = [() => jsonResponse(500, { message: "Away" }), created, created];
    server.use(http.post(CREATE, () => responses.shift()?.() ?? jsonResponse(500)));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await screen.findByText("Something went wrong. Please try again.");
    expect(field("Full Name").value).toBe("Ada Lovelace");
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

  test("uses a new key if the text has changed since an attempt that was stored", async () => {
    const responses = [() => jsonResponse(409, { message: "Used" }), created];
    server.use(http.post(CREATE, () => responses.shift()?.() ?? jsonResponse(500)));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(field("Full Name").value).toBe(""));
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
  });

  test("shows what a newer server refuses at the fields, and keeps the input", async () => {
    const errors = {
      full_name: "Your Full Name must be at least twenty characters",
      email: "No such address",
    };
    const responses = [() => jsonResponse(422, { message: "Refused", errors }), created];
    server.use(http.post(CREATE, () => responses.shift()?.() ?? jsonResponse(500)));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await screen.findByText(errors.full_name);
    screen.getByText(errors.email);
    expect(document.activeElement).toBe(field("Full Name"));
    expect(field("Message").value).toBe("We need a booking site for our ferry.");
    expect(sent).toHaveLength(1);

    await user.type(field("Full Name"), ", Countess");
    expect(screen.queryByText(errors.full_name)).toBeNull();
    screen.getByText(errors.email);
    await user.click(button());
    await screen.findByText("Your Consultation Added Successfully");
  });

  test("asks to reload the page when a newer server requires an unknown field", async () => {
    const errors = { budget: "A budget is required" };
    server.use(
      http.post(CREATE, () => HttpResponse.json({ message: "Refused", errors }, { status: 422 })),
    );
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await screen.findByText(/^This form has new required fields since you opened the page/);
    expect(field("Message").value).not.toBe("");
  });

  test("sends the access token of a signed-in user only", async () => {
    server.use(http.post(CREATE, created));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(field("Full Name").value).toBe(""));
    const access = accessToken(60);
    rememberTokens(access);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(field("Full Name").value).toBe(""));
    const bearers = sent.map(({ headers }) => headers.get("authorization"));
    expect(bearers).toEqual([null, `Bearer ${access}`]);
  });

  test("has a honeypot field, and sends it when it is filled", async () => {
    server.use(http.post(CREATE, created));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    const trap = document.querySelector<HTMLInputElement>(`form [name="${honeypot}"]`);
    if (!trap) throw new Error("There is no such field.");
    expect([trap.tabIndex, trap.autocomplete, trap.required, trap.value]).toEqual([
      -1,
      "off",
      false,
      "",
    ]);
    expect(trap.closest("[aria-hidden=true][inert]")).not.toBeNull();
    expect(screen.getAllByRole("textbox")).not.toContain(trap);

    await fill(user);
    await user.click(button());
    await waitFor(() => expect(field("Message").value).toBe(""));
    await fill(user);
    trap.value = "Cheap pills";
    trap.dispatchEvent(new Event("input", { bubbles: true }));
    await user.click(button());
    await waitFor(() => expect(trap.value).toBe(""));
    const fields = sent.map(({ json }) => Object.entries(json as object));
    expect(fields[0]?.map(([name]) => name)).not.toContain(honeypot);
    expect(fields[1]).toEqual([...(fields[0] ?? []), [honeypot, "Cheap pills"]]);
  });

  test("has a hidden field for posts without scripts, and never sends it", async () => {
    server.use(http.post(CREATE, created));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    const hidden = document.querySelector<HTMLInputElement>(`form [name="${plainForm}"]`);
    expect([hidden?.type, hidden?.value]).toEqual(["hidden", "1"]);
    await fill(user);
    await user.click(button());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.json).not.toHaveProperty(plainForm);
  });

  test("sets the attributes that the rules give its fields", () => {
    const fields = formRules.contact;
    renderWithProviders(<ContactForm />);
    const inputs = fields.map(({ name }) =>
      document.querySelector<HTMLInputElement>(`[name="${name}"]`),
    );
    expect(inputs.map((input) => [input?.required, input?.minLength])).toEqual(
      fields.map(({ required, min }) => [required, min ?? -1]),
    );
    expect(inputs.some((input) => input?.hasAttribute("maxlength"))).toBe(false);
    expect(field("Email").type).toBe("email");
  });

  test("says the limit of a text, and counts its characters, not code units, when it comes near", async () => {
    renderWithProviders(<ContactForm />);
    const message = field("Message");
    const hint = document.getElementById(message.getAttribute("aria-describedby") ?? "");
    expect(hint?.textContent).toMatch(/Up to 10,000 characters\.$/);
    fireEvent.input(message, { target: { value: "🐎".repeat(7999) } });
    expect(screen.queryByText(/ \/ 10,000$/)).toBeNull();
    fireEvent.input(message, { target: { value: ` ${"🐎".repeat(8000)} ` } });
    screen.getByText("8,000 / 10,000");
  });

  test("announces a message that changes", async () => {
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ContactForm />);
    await user.click(button());
    const message = await screen.findByText("Message is required");
    expect(message.getAttribute("aria-live")).toBe("polite");
    await user.type(field("Message"), "x");
    await waitFor(() =>
      expect(message.textContent).toBe("Message must be at least ten characters"),
    );
    expect(message.isConnected).toBe(true);
  });
});
