import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { DashboardTitle } from "./DashboardTitle";
import { Seo } from "../seo/Seo";

function Frame({ name, count }: { name?: string; count?: string }) {
  return (
    <>
      <Seo title="Dashboard | Brazoswright" />
      {name && <DashboardTitle key={name} name={name} count={count} />}
    </>
  );
}

test("titles a tab by its page, with the number of new records", () => {
  const { rerender } = render(<Frame name="Consultations" />);
  expect(document.title).toBe("Consultations | Dashboard | Brazoswright");
  rerender(<Frame name="Consultations" count="3" />);
  expect(document.title).toBe("(3) Consultations | Dashboard | Brazoswright");
  rerender(<Frame name="Ada Byron" />);
  expect(document.title).toBe("Ada Byron | Dashboard | Brazoswright");
  rerender(<Frame />);
  expect(document.title).toBe("Dashboard | Brazoswright");
});
