import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  button as submit,
  field,
  fill,
  job,
  LETTER,
  visitor,
} from "../../../test/application-form";
import { deferred } from "../../../test/deferred";
import { created } from "../../../test/records";
import { renderWithProviders } from "../../../test/render";
import { http } from "../../../mocks/http";
import { jsonResponse, type UntypedResponse } from "../../../test/responses";
import { recordCalls, server } from "../../../test/server";
import { publicRules } from "~/rules/load";
import { honeypot } from "~/rules/metadata";
import { ApplicationForm } from "../application/ApplicationForm";
import { ContactForm } from "../contact/ContactForm";
import { sendingDrafts } from "./form-drafts";

const CREATE = "/api/consultations/create";
const KEY = "form-draft:contact";
const TEXT = "We need a booking site for our ferry.";
const HOUR = 60 * 60 * 1000;
const offer = () => screen.queryByText("Continue where you stopped?");
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const stored = (texts: unknown, savedAt: unknown = Date.now()) =>
  sessionStorage.setItem(KEY, JSON.stringify({ savedAt, texts }));
const draft = () => {
  const text = sessionStorage.getItem(KEY);
  return text === null ? null : (JSON.parse(text) as { texts: unknown }).texts;
};

const isReady = () => document.querySelector("form [aria-label='Saved text']") !== null;

/** Waits until drafts are saved and offered. */
async function ready() {
  await act(() => import("./DraftOffer"));
  expect(isReady()).toBe(true);
}

/** Opens the form as a page that was loaded again does. */
async function open() {
  cleanup();
  renderWithProviders(<ContactForm />);
  await ready();
}

const response = () => {
  const answer = deferred<UntypedResponse>();
  server.use(http.post(CREATE, () => answer.promise));
  return answer;
};

/** Fills in the form, submits it, and opens the page again while it is being sent. */
async function leaveWhileSending() {
  await open();
  await userEvent.type(field("Message"), TEXT);
  await userEvent.type(field("Full Name"), "Ada Lovelace");
  await userEvent.type(field("Email"), "ada@example.com");
  await press("Request A Free Estimate");
  await screen.findByRole("button", { name: "Sending..." });
  await open();
}

describe("a draft of the contact form", () => {
  beforeAll(() => publicRules.load());

  test("is offered on the next visit and restored on demand", async () => {
    const sent = recordCalls();
    await open();
    expect(offer()).toBeNull();
    await userEvent.type(field("Message"), "We need a booking site.");
    await userEvent.type(field("Email"), "ada@example.com");
    expect(offer()).toBeNull();

    await open();
    expect(offer()).not.toBeNull();
    expect(field("Message").value).toBe("");
    await press("Restore");
    expect(offer()).toBeNull();
    expect(field("Message").value).toBe("We need a booking site.");
    expect(field("Email").value).toBe("ada@example.com");
    expect(field("Full Name").value).toBe("");
    expect(document.activeElement).toBe(field("Message"));
    expect(sent).toEqual([]);

    await open();
    expect(offer()).not.toBeNull();
  });

  test("is deleted when it is discarded", async () => {
    stored({ message: "We need a booking site." });
    await open();
    await press("Discard");
    expect(offer()).toBeNull();
    expect(field("Message").value).toBe("");
    expect(document.activeElement).toBe(field("Message"));
    expect(draft()).toBeNull();
  });

  test("does not overwrite what was typed before the offer was decided", async () => {
    stored({ message: "The former text", full_name: "Ada Lovelace" });
    await open();
    const note = /Fields that you have filled in will not change\.$/;
    expect(screen.queryByText(note)).toBeNull();
    await userEvent.type(field("Message"), "A new text");
    screen.getByText(note);
    // Loading the page again before the offer is decided finds the longer message, and every line that was typed.
    expect(draft()).toEqual({ message: "The former text", full_name: "Ada Lovelace" });
    await userEvent.type(field("Message"), " and more");
    expect(draft()).toEqual({ message: "A new text and more", full_name: "Ada Lovelace" });
    await press("Restore");
    expect(field("Message").value).toBe("A new text and more");
    expect(field("Full Name").value).toBe("Ada Lovelace");
    expect(document.activeElement).toBe(field("Full Name"));
  });

  test("keeps what was typed before its script has loaded, and what it finds then", async () => {
    stored({ full_name: "Ada Lovelace" });
    cleanup();
    renderWithProviders(<ContactForm />);
    fireEvent.input(field("Message"), { target: { value: "A new text" } });
    expect(isReady()).toBe(false);
    await ready();
    expect(draft()).toEqual({ message: "A new text", full_name: "Ada Lovelace" });
    await press("Restore");
    expect(field("Full Name").value).toBe("Ada Lovelace");
  });

  test.each([
    ["deletes", created, null],
    ["keeps", () => jsonResponse(500), { message: TEXT }],
  ])("%s what was being sent before its script had loaded", async (_, reply, kept) => {
    const answer = response();
    cleanup();
    renderWithProviders(<ContactForm />);
    const values = { Message: TEXT, "Full Name": "Ada Lovelace", Email: "ada@example.com" };
    for (const [name, value] of Object.entries(values))
      fireEvent.input(field(name), { target: { value } });
    fireEvent.submit(field("Message").form as HTMLFormElement);
    expect(sendingDrafts.get()).toEqual(["contact"]);
    expect(isReady()).toBe(false);
    await ready();
    answer.resolve(reply());
    await waitFor(() => expect(sendingDrafts.get()).toEqual([]));
    if (kept) expect(draft()).toMatchObject(kept);
    else expect(draft()).toBeNull();
  });

  test("keeps what was typed when the offer is discarded", async () => {
    stored({ message: "The former text", full_name: "Ada Lovelace" });
    await open();
    await userEvent.type(field("Message"), "A new text");
    await press("Discard");
    expect(draft()).toEqual({ message: "A new text" });
  });

  test("is deleted once the form has been sent, and not before", async () => {
    const responses = [HttpResponse.error, created];
    server.use(http.post(CREATE, () => (responses.shift() ?? HttpResponse.error)()));
    const sent = recordCalls();
    stored({ message: "We need a booking site for our ferry.", referral: "A friend" });
    await open();
    await press("Restore");
    await userEvent.type(field("Full Name"), "Ada Lovelace");
    await userEvent.type(field("Email"), "ada@example.com");
    await press("Request A Free Estimate");
    await screen.findByText("Something went wrong. Please try again.");
    expect(draft()).toMatchObject({ full_name: "Ada Lovelace", referral: "A friend" });
    await press("Request A Free Estimate");
    await waitFor(() => expect(field("Message").value).toBe(""));
    expect(sent).toHaveLength(2);
    expect(draft()).toBeNull();
    await open();
    expect(offer()).toBeNull();
  });

  test("is not offered while the form is being sent from a page that was left, and then deleted", async () => {
    const answer = response();
    await leaveWhileSending();
    expect(offer()).toBeNull();
    expect(draft()).not.toBeNull();
    answer.resolve(created());
    await waitFor(() => expect(draft()).toBeNull());
    expect(offer()).toBeNull();
  });

  test("is kept when another one arrives that was sent before", async () => {
    const answer = response();
    await leaveWhileSending();
    await userEvent.type(field("Message"), "Another request.");
    answer.resolve(created());
    await screen.findByText("Your Consultation Added Successfully");
    await waitFor(() => expect(sendingDrafts.get()).toEqual([]));
    expect(draft()).toEqual({ message: "Another request." });
    expect(offer()).toBeNull();
  });

  test("is offered once the form could not be sent from a page that was left", async () => {
    const answer = response();
    await leaveWhileSending();
    await userEvent.type(field("Referral"), "A friend");
    answer.resolve(jsonResponse(500));
    await screen.findByText("Continue where you stopped?");
    await press("Restore");
    expect(field("Message").value).toBe(TEXT);
    expect(field("Referral").value).toBe("A friend");
  });

  test("is kept beside a text that was begun before it could not be sent", async () => {
    const answer = response();
    await leaveWhileSending();
    await userEvent.type(field("Message"), "Also, one more thing");
    await userEvent.type(field("Full Name"), "Ada King");
    answer.resolve(jsonResponse(500));
    await screen.findByText("Continue where you stopped?");
    expect(draft()).toMatchObject({ message: TEXT, full_name: "Ada King" });
    await open();
    await press("Restore");
    expect(field("Message").value).toBe(TEXT);
  });

  test("is what was sent, not what was offered beside it", async () => {
    const answer = response();
    stored({ message: "A former text that is longer than the one that is sent" });
    await leaveWhileSending();
    answer.resolve(jsonResponse(500));
    await screen.findByText("Continue where you stopped?");
    await press("Restore");
    expect(field("Message").value).toBe(TEXT);
  });

  test("is not offered when the browser has restored the fields itself", async () => {
    // The page arrived with the text in its fields, as after Back.
    vi.spyOn(HTMLTextAreaElement.prototype, "value", "get").mockReturnValue("Restored");
    stored({ message: "Restored" });
    await open();
    expect(offer()).toBeNull();
  });

  test.each([
    ["older than a day", { message: "Old" }, Date.now() - 24 * HOUR],
    ["from the future", { message: "Early" }, Date.now() + 25 * HOUR],
    ["without a time", { message: "Timeless" }, null],
  ])("is deleted when it is %s", async (_, texts, savedAt) => {
    stored(texts, savedAt);
    await open();
    expect(offer()).toBeNull();
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  test.each([
    "{",
    "null",
    "[]",
    '"text"',
    JSON.stringify({ savedAt: Date.now() }),
    JSON.stringify({ savedAt: Date.now(), texts: "x" }),
    JSON.stringify({
      savedAt: Date.now(),
      texts: { message: 1, email: " ", budget: "9", [honeypot]: "x", toString: "x" },
    }),
  ])("is ignored when it is damaged: %s", async (text) => {
    sessionStorage.setItem(KEY, text);
    await open();
    expect(offer()).toBeNull();
  });

  test.each(["denied", "full"])("needs no storage: %s", async (how) => {
    const fail = () => {
      throw new DOMException("No", how === "full" ? "QuotaExceededError" : "SecurityError");
    };
    if (how === "full") vi.spyOn(Storage.prototype, "setItem").mockImplementation(fail);
    else vi.spyOn(window, "sessionStorage", "get").mockImplementation(fail);
    server.use(http.post(CREATE, created));
    await open();
    await userEvent.type(field("Message"), "We need a booking site for our ferry.");
    await userEvent.type(field("Full Name"), "Ada Lovelace");
    await userEvent.type(field("Email"), "ada@example.com");
    expect(offer()).toBeNull();
    await press("Request A Free Estimate");
    await waitFor(() => expect(field("Message").value).toBe(""));
    vi.restoreAllMocks();
  });
});

describe("a draft of an application", () => {
  beforeAll(() => publicRules.load());
  beforeEach(() => cleanup());

  test("belongs to its job, and has no CV", async () => {
    renderWithProviders(<ApplicationForm job={job} />);
    await ready();
    await fill(visitor());
    cleanup();

    renderWithProviders(<ApplicationForm job={{ slug: "devops", title: "DevOps Engineer" }} />);
    await ready();
    expect(offer()).toBeNull();
    cleanup();

    renderWithProviders(<ApplicationForm job={job} />);
    await screen.findByText(/Your CV isn't saved: attach it again\./);
    await press("Restore");
    expect(field("Cover Letter").value).toBe(LETTER);
    expect(field("CV").files).toHaveLength(0);
    const texts = Object.values(sessionStorage).map((text) => JSON.parse(text).texts);
    expect(texts).toEqual([
      { full_name: "Ada Lovelace", email: "ada@example.com", cover_letter: LETTER },
    ]);
  });

  test("is deleted once the application has been sent", async () => {
    server.use(http.post("/api/applications/create", created));
    renderWithProviders(<ApplicationForm job={job} />);
    await ready();
    const user = visitor();
    await fill(user);
    await user.click(submit());
    await waitFor(() => expect(field("Full Name").value).toBe(""));
    expect(sessionStorage).toHaveLength(0);
  });
});
