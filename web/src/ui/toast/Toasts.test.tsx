import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Toasts } from "./Toasts";

test("the region is live before it has toasts, and without scripts", () => {
  const page = document.createElement("div");
  page.innerHTML = renderToString(<Toasts />);
  expect(page.querySelector("#toasts")?.getAttribute("aria-live")).toBe("polite");
});
