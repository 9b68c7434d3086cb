import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { pdf } from "./files";
import { jsonResponse } from "./network";

/** What is applied for. */
export const job = { slug: "product-manager", title: "Product Manager" } as const;
/** What the applicant writes. */
export const LETTER = "I have run products for ten years.";
/** The server has stored it. */
export const taken = () => jsonResponse(201, { slug: "s", submitted_at: "" });
/** The button that sends it. */
export const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^submit/i });
/** A field, by the beginning of its label. */
export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

/** Fills the form. */
export async function fill(user: ReturnType<typeof userEvent.setup>, cv = pdf()) {
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
export const visitor = () => userEvent.setup({ applyAccept: false, delay: null });
