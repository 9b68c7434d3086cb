import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { usePageName, useTitle, useTitleCount } from "./page-title";

type PageProps = { name: string; count?: string };

function Page({ name, count }: PageProps) {
  usePageName(name);
  useTitleCount(count);
  return null;
}

function Frame(page: Partial<PageProps>) {
  const { name, count } = page;
  return (
    <>
      <p>{useTitle("Dashboard | Agency")}</p>
      {name && <Page key={name} name={name} {...(count && { count })} />}
    </>
  );
}

test("a tab tells which page it shows, and how much is new there", () => {
  const { container, rerender } = render(<Frame name="Consultations" />);
  const title = () => container.textContent;
  expect(title()).toBe("Consultations | Dashboard | Agency");
  rerender(<Frame name="Consultations" count="3" />);
  expect(title()).toBe("(3) Consultations | Dashboard | Agency");
  rerender(<Frame name="Ada Byron" />);
  expect(title()).toBe("Ada Byron | Dashboard | Agency");
  rerender(<Frame />);
  expect(title()).toBe("Dashboard | Agency");
});
