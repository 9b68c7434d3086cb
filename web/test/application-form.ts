import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { pdf } from "./files";

/** The job to apply for. */
export const job = { slug: "product-manager", title: "Product Manager" } as const;
/** The applicant's input. */
export const LETTER = "I have run products for ten years.";
/** Returns the submit button. */
export const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /^submit/i });
/** Returns a field by the beginning of its label. */
export const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));

/** Fills in the form. */
export async function fill(user: ReturnType<typeof userEvent.setup>, cv = pdf()) {
  // user-event does not notice a form reset and would continue from the old text.
  await user.clear(field("Full Name"));
  await user.type(field("Full Name"), "Ada Lovelace");
  await user.clear(field("Email"));
  await user.type(field("Email"), "ada@example.com");
  await user.clear(field("Cover Letter"));
  await user.type(field("Cover Letter"), LETTER);
  await user.upload(field("CV"), cv);
}

/** A user who can choose any file, whatever the input accepts. */
export const visitor = () => userEvent.setup({ applyAccept: false, delay: null });
