import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse } from "msw";
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

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(name(), "Ada Lovelace");
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Cover Letter"), "I have run products for years.");
  await user.upload(screen.getByLabelText("CV"), pdf());
}

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

  test("says that it is still sending instead of closing, and closes after the upload was canceled", async () => {
    server.use(http.post(CREATE, () => delay("infinite")));
    const sent = recordCalls();
    const user = userEvent.setup({ delay: null });
    renderWithProviders(<ApplyButton job={manager} />);
    await user.click(apply("Product Manager"));
    const dialog = await screen.findByRole<HTMLDialogElement>("dialog");
    const form = dialog.querySelector("form") as HTMLElement;
    await fill(user);
    // A picker that is closed without a choice leaves the dialog open.
    fireEvent(screen.getByLabelText("CV"), new Event("cancel", { bubbles: true }));
    await user.click(screen.getByRole("button", { name: "Submit Application" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const ways: [string, () => unknown][] = [
      ["Close", () => user.click(screen.getByRole("button", { name: "Close" }))],
      ["Escape", () => fireEvent(dialog, new Event("cancel", { cancelable: true }))],
      ["Escape twice", () => dialog.close()],
      ["the backdrop", () => user.click(dialog)],
    ];
    for (const [way, leave] of ways) {
      // oxlint-disable-next-line no-await-in-loop -- one way after the other
      await leave();
      // oxlint-disable-next-line no-await-in-loop -- as above
      await waitFor(() =>
        expect(within(form).getByRole("alert").textContent, way).toMatch(/still being sent/),
      );
      // oxlint-disable-next-line no-await-in-loop -- as above
      await waitFor(() => expect(dialog.open, way).toBe(true));
    }
    await user.click(screen.getByRole("button", { name: "Cancel upload" }));
    await screen.findByText("Canceled. It may already have arrived.");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("takes a dropped file in every form that was opened, and nowhere else", async () => {
    const user = userEvent.setup({ delay: null });
    renderWithProviders(
      <>
        <ApplyButton job={designer} />
        <ApplyButton job={manager} />
      </>,
    );
    for (const { title } of [designer, manager]) {
      /* oxlint-disable no-await-in-loop -- one dialog after the other */
      await user.click(apply(title));
      const dialog = await screen.findByRole("dialog", { name: `Apply: ${title}` });
      const drop = { dataTransfer: { types: ["Files"], dropEffect: "copy" } };
      expect(fireEvent.dragOver(within(dialog).getByLabelText("CV"), drop)).toBe(true);
      expect(fireEvent.dragOver(within(dialog).getByLabelText("Email"), drop)).toBe(false);
      await user.click(within(dialog).getByRole("button", { name: "Close" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      /* oxlint-enable no-await-in-loop */
    }
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
    await fill(user);
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
