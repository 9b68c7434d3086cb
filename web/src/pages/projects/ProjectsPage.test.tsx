import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { renderWithProviders } from "../../../test/render";
import { projectCards } from "~/content/projects/cards";
import ProjectsPage from "./ProjectsPage";

const texts = (selector: string) =>
  Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent);
const titles = () => texts("section[aria-labelledby=projects] h3");
const pagerLinks = () => texts("nav[aria-label='Pages of projects'] a");

describe("portfolio", () => {
  test("shows six projects, and no previous link on the first page", () => {
    renderWithProviders(<ProjectsPage />, { at: "/project" });
    expect(titles()).toHaveLength(6);
    expect(pagerLinks()).toEqual(["1", "2", "Next"]);
  });

  test("shows the rest, and no next link on the last page", () => {
    renderWithProviders(<ProjectsPage />, { at: "/project?page=2" });
    expect(titles()).toHaveLength(projectCards.length - 6);
    expect(pagerLinks()).toEqual(["Previous", "1", "2"]);
  });

  test.each(["0", "3", "-1", "1.5", "two", "%00", ""])(
    "shows the first page for page=%s",
    (page) => {
      renderWithProviders(<ProjectsPage />, { at: `/project?page=${page}` });
      expect(titles()).toHaveLength(6);
    },
  );

  test("scrolls smoothly to the top of another page and moves the focus", async () => {
    const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    renderWithProviders(<ProjectsPage />, { at: "/project" });
    expect(scroll).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText("Next"));
    expect(screen.getByTestId("address").textContent).toBe("/project?page=2");
    expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: "smooth" });
    expect(document.activeElement?.textContent).toBe("Projects");
  });

  test("has its own metadata", () => {
    renderWithProviders(<ProjectsPage />, { at: "/project" });
    const data = JSON.parse(
      document.querySelector('script[type="application/ld+json"]')?.textContent ?? "",
    );
    expect(data["@type"]).toBe("ItemList");
    expect(data.itemListElement).toHaveLength(projectCards.length);
    expect(document.querySelector("meta[name=keywords]")).not.toBeNull();
  });
});
