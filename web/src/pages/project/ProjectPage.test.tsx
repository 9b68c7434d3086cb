import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderWithProviders } from "../../../test/render";
import devcraft from "~/content/projects/devcraft-blog";
import ecommerce from "~/content/projects/ecommerce";
import type { CaseStudy } from "~/content/projects/schema";
import travel from "~/content/projects/travel-budget";
import ProjectPage from "./ProjectPage";

function page(slug: string, study?: CaseStudy) {
  return renderWithProviders(<ProjectPage slug={slug} study={study} />);
}

const EMPTY = [
  "Metrics not available.",
  "Gallery coming soon.",
  "Milestones not available.",
  "Team details not available.",
  "No related projects available.",
];

describe("project page", () => {
  test("shows the whole case study", () => {
    page("ecommerce", ecommerce);
    for (const text of EMPTY) expect(screen.queryByText(text)).toBeNull();
    const headings = Array.from(document.querySelectorAll("h2"), (heading) => heading.textContent);
    expect(headings.slice(0, -1)).toEqual([
      "At a glance",
      "Technologies",
      "Problem",
      "Solution",
      "Value Delivered",
      "Key Metrics",
      "Gallery",
      "Milestones",
      "The team",
      "Client feedback",
      "Related projects",
    ]);
    const live = screen.getByText("shop.maravel.example").closest("a");
    expect(live?.getAttribute("href")).toBe("https://shop.maravel.example");
    expect(screen.getByText("Marisol Vega")).toBeTruthy();
    expect(document.querySelectorAll('[data-star="full"]')).toHaveLength(4);
  });

  test("shows empty sections for a project with only a card", () => {
    page("hustle");
    for (const text of EMPTY) expect(screen.getByText(text)).toBeTruthy();
    expect(document.querySelector("h1")?.textContent).toBe("Hustle Freelance Marketplace");
  });

  test("shows empty sections for missing parts of a case study", () => {
    page("ecommerce", {
      ...ecommerce,
      metrics: [],
      galleryImages: [],
      milestones: [],
      team: [],
      relatedProjects: [],
    });
    for (const text of EMPTY) expect(screen.getByText(text)).toBeTruthy();
  });

  test("shows an unavailable URL as text", () => {
    page("travel-budget", travel);
    expect(screen.getByText("Not Available").closest("a")).toBeNull();
  });

  test("renders without a description and without a portrait", () => {
    expect(Object.keys(devcraft)).not.toContain("description");
    expect(Object.keys(devcraft)).not.toContain("ceoImage");
    page("devcraft-blog", devcraft);
    expect(screen.getByText("Ilse Marek")).toBeTruthy();
    const description = document.querySelector("meta[name=description]");
    expect(description?.getAttribute("content")).toMatch(/Django and PostgreSQL/);
  });

  test.each([
    ["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/?url="],
    ["Twitter", "https://twitter.com/intent/tweet?url="],
    ["Email", "mailto:?subject="],
  ])("offers sharing by %s", (name, start) => {
    page("events");
    const href = screen.getByText(name).closest("a")?.getAttribute("href");
    expect(href?.startsWith(start)).toBe(true);
    expect(decodeURIComponent(href ?? "")).toContain(
      "https://www.brazoswright.example/project/events",
    );
  });
});
