import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as built from "@rules/public.js";
import { beforeEach, describe, expect, test } from "vitest";
import { jsonResponse, mockFetch } from "../../../test/network";
import { sentence, version } from "../../../test/next-rules";
import { renderWithProviders } from "../../../test/render";
import { publicRules } from "../../rules/load";
import { builtVersion } from "../../rules/metadata";
import { ContactForm } from "./ContactForm";

const CREATE = "POST /api/consultations/create/";
const MANIFEST = "GET /rules.json";
const CHANGED = /^This form has changed since you opened the page/;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const manifest = { version, public: "/test/next-rules.ts", staff: "/test/next-rules.ts" };

function refused(errors: Record<string, string>, by: string | undefined = version) {
  return () => {
    const answer = jsonResponse(422, { message: "Some fields were refused", errors });
    answer.headers.set("rules-version", by);
    return answer;
  };
}

async function send(answers: Parameters<typeof mockFetch>[0], name = "Ada Lovelace") {
  const sent = mockFetch(answers);
  const user = userEvent.setup({ delay: null });
  renderWithProviders(<ContactForm />);
  await user.type(field("Message"), "We need a booking site for our ferry.");
  await user.type(field("Full Name"), name);
  await user.type(field("Email"), "ada@example.com");
  await user.click(screen.getByRole("button", { name: /estimate/i }));
  return { sent, user };
}

describe("a form when the server has other rules", () => {
  beforeEach(() => publicRules.replace(built));

  test("loads them, validates again, keeps the input, and reports the change", async () => {
    const { sent, user } = await send({
      [CREATE]: refused({ full_name: sentence }),
      [MANIFEST]: () => jsonResponse(200, manifest),
    });
    await screen.findByText(sentence);
    screen.getByText(CHANGED);
    expect(field("Message").value).toBe("We need a booking site for our ferry.");
    expect(document.activeElement).toBe(field("Full Name"));
    expect(publicRules.loaded()?.version).toBe(version);
    await user.type(field("Full Name"), ", Countess");
    expect(screen.queryByText(sentence)).toBeNull();
    expect(sent.map(({ path }) => path)).toEqual(["/api/consultations/create/", "/rules.json"]);

    // From now on the new rules validate before sending.
    await user.clear(field("Full Name"));
    await user.click(screen.getByRole("button", { name: /estimate/i }));
    await screen.findByText(sentence);
    expect(screen.queryByText(CHANGED)).toBeNull();
    expect(sent).toHaveLength(2);
  });

  test("shows the server's errors when they cannot be loaded", async () => {
    const elsewhere = { ...manifest, version: "a third" };
    for (const answer of [() => jsonResponse(200, elsewhere), () => jsonResponse(404, {})]) {
      // oxlint-disable-next-line no-await-in-loop -- one page at a time
      await send({ [CREATE]: refused({ full_name: sentence }), [MANIFEST]: answer });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await screen.findByText(sentence);
      screen.getByText(CHANGED);
      expect(publicRules.loaded()?.version).toBe(builtVersion);
      cleanup();
    }
  });

  test("loads none if the server's are the same, or do not explain the refusal", async () => {
    const own = await send({ [CREATE]: refused({ email: "No such address" }, builtVersion) });
    await screen.findByText("No such address");
    expect(screen.queryByText(CHANGED)).toBeNull();
    expect(own.sent).toHaveLength(1);
    cleanup();

    // As for a file with content that only the server checks.
    publicRules.replace({ ...built, version: "a former" });
    const content = refused({ email: "No such address" }, version);
    const answers = { [CREATE]: content, [MANIFEST]: () => jsonResponse(200, manifest) };
    await send(answers, "Augusta Ada Byron King");
    await screen.findByText("No such address");
    expect(publicRules.loaded()?.version).toBe(version);
    expect(screen.queryByText(CHANGED)).toBeNull();
  });

  test("asks to reload the page when the server requires an unknown field", async () => {
    await send({ [CREATE]: refused({ budget: "A budget is required" }) });
    await screen.findByText(/^This form has new required fields since you opened the page/);
    expect(field("Message").value).not.toBe("");
  });
});
