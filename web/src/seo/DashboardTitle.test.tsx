import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { DashboardTitle, DashboardTitleProvider } from "./DashboardTitle";

function Frame({ name, count }: { name?: string; count?: string }) {
  return (
    <DashboardTitleProvider>
      {name && <DashboardTitle key={name} name={name} count={count} />}
    </DashboardTitleProvider>
  );
}

const titles = () => Array.from(document.querySelectorAll("title"), ({ text }) => text);

test("titles a tab by its page, with the number of new records, in one element", () => {
  const { rerender } = render(<Frame name="Consultations" />);
  expect(titles()).toEqual(["Consultations | Dashboard | Brazoswright"]);
  rerender(<Frame name="Consultations" count="3" />);
  expect(titles()).toEqual(["(3) Consultations | Dashboard | Brazoswright"]);
  rerender(<Frame name="Ada Byron" />);
  expect(titles()).toEqual(["Ada Byron | Dashboard | Brazoswright"]);
  rerender(<Frame />);
  expect(titles()).toEqual(["Dashboard | Brazoswright"]);
});
