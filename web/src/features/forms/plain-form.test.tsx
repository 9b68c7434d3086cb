import userEvent from "@testing-library/user-event";
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { field } from "../../../test/application-form";
import { renderWithProviders } from "../../../test/render";
import { ContactForm } from "../contact/ContactForm";

vi.mock("./send-form", () => {
  throw new TypeError("Failed to fetch");
});

test("a draft stays when the browser sends the form itself, which may fail", async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, "submit").mockReturnValue();
  renderWithProviders(<ContactForm />);
  await userEvent.type(field("Message"), "We need a booking site for our ferry.");
  await userEvent.type(field("Full Name"), "Ada Lovelace");
  await userEvent.type(field("Email"), "ada@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Request A Free Estimate" }));
  await waitFor(() => expect(submit).toHaveBeenCalled());
  expect(sessionStorage.getItem("form-draft:contact")).toContain("We need a booking site");
});
