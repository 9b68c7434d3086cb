import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderInDashboard } from "../../../../test/dashboard";
import { Pager } from "./Pager";

async function pager(page: number, count: number) {
  renderInDashboard(
    <Pager
      label="Pages"
      page={page}
      count={count}
      pageSize={10}
      search={(target) => `?page=${target}`}
    />,
  );
}

const link = (name: string) => screen.queryByRole<HTMLAnchorElement>("link", { name });

describe("Pager", () => {
  test.each([0, 1, 10])("shows nothing if one page has all %i records", async (count) => {
    await pager(1, count);
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  test("has no previous link on the first page", async () => {
    await pager(1, 11);
    expect(link("Previous")).toBeNull();
    expect(link("Next")?.getAttribute("href")).toBe("/?page=2");
    expect(link("Page 1")?.getAttribute("aria-current")).toBe("page");
  });

  test("has no next link on the last page", async () => {
    await pager(2, 11);
    expect(link("Previous")?.getAttribute("href")).toBe("/?page=1");
    expect(link("Next")).toBeNull();
  });

  test("shortens the links of long lists", async () => {
    await pager(50, 1000);
    expect(link("Page 1")).not.toBeNull();
    expect(link("Page 50")).not.toBeNull();
    expect(link("Page 100")).not.toBeNull();
    expect(screen.getAllByRole("link").length).toBeLessThan(14);
  });

  test("links to the last page from a page after it", async () => {
    await pager(9, 11);
    expect(link("Previous")?.getAttribute("href")).toBe("/?page=2");
    expect(link("Next")).toBeNull();
  });
});
