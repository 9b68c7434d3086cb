import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, test } from "vitest";
import { http } from "../../../mocks/http";
import { pdf } from "../../../test/files";
import { renderWithProviders } from "../../../test/render";
import { recordCalls, server } from "../../../test/server";
import { ApplyButton } from "./ApplyButton";

const CREATE = "/api/applications/create";
const designer = { slug: "ui-ux-product-designer", title: "UI/UX & Product Designer" } as const;
const manager = { slug: "product-manager", title: "Product Manager" } as const;
const apply = (title: string) => screen.getByRole("button", { name: `Apply here: ${title}` });
const thanks = () => screen.queryByText(/^Thank you\. You will hear from us/);
const name = () => screen.getByLabelText<HTMLInputElement>("Full Name");

describe("ApplyButton", () => {
  test("links to its own page without scripts", () => {
    renderWithProviders(<ApplyButton job={manager} />);
    expect(apply("Product Manager").closest("form")?.getAttribute("action")).toBe(
      "/careers/apply/product-manager",
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("opens the form of its job, and keeps the input when it is closed", async () => {
    const user = userEvent.setup({ delay: null });
    renderWithProviders(
      <>
        <ApplyButton job={designer} />
        <ApplyButton job={manager} />
      </>,
    );
    await user.click(apply("Product Manager"));
    await screen.findByRole("dialog", { name: "Apply: Product Manager" });
    await user.type(name(), "Ada Lovelace");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await user.click(apply("UI/UX & Product Designer"));
    const other = await screen.findByRole("dialog", { name: "Apply: UI/UX & Product Designer" });
    expect(other.querySelector<HTMLInputElement>("[name=full_name]")?.value).toBe("");
    await user.click(screen.getByRole("button", { name: "Cancel" }));

    await user.click(apply("Product Manager"));
    const again = await screen.findByRole("dialog", { name: "Apply: Product Manager" });
    expect(again.querySelector<HTMLInputElement>("[name=full_name]")?.value).toBe("Ada Lovelace");
  });

  test("opens only the form that was clicked last while the forms are loading", async () => {
    renderWithProviders(
      <>
        <ApplyButton job={designer} />
        <ApplyButton job={manager} />
      </>,
    );
    apply("UI/UX & Product Designer").click();
    apply("Product Manager").click();
    await screen.findByRole("dialog", { name: "Apply: Product Manager" });
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
  });

  test("closes after the application was sent", async () => {
    server.use(
      http.post(CREATE, () => new HttpResponse(null, { status: 500 }), { once: true }),
      http.post(CREATE, ({ response }) => response(201).json({ slug: "s", submitted_at: "" })),
    );
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ApplyButton job={manager} />);
    await user.click(apply("Product Manager"));
    await screen.findByRole("dialog");
    await user.type(name(), "Ada Lovelace");
    await user.type(screen.getByLabelText("Email"), "ada@example.com");
    await user.type(screen.getByLabelText("Cover Letter"), "I have run products for years.");
    await user.upload(screen.getByLabelText("CV"), pdf());
    await user.click(screen.getByRole("button", { name: "Submit Application" }));
    await screen.findByText("Something went wrong. Please try again.");
    expect(name().value).toBe("Ada Lovelace");
    await user.click(screen.getByRole("button", { name: "Submit Application" }));
    await screen.findByText("Application Submitted Successfully!");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent[1]?.form?.get("job_title")).toBe("Product Manager");
    expect(thanks()).not.toBeNull();
    expect(apply("Product Manager").getAttribute("aria-describedby")).toBe(thanks()?.id);

    await user.click(apply("Product Manager"));
    await screen.findByRole("dialog");
    expect(name().value).toBe("");
    expect(thanks()).not.toBeNull();
    await user.type(name(), "A");
    expect(thanks()).toBeNull();
  });
});
