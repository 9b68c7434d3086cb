import { act, render, screen } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { deferred } from "../../test/deferred";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { lazyPage, retryFailedPages } from "./lazy-page";

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}.</p>;

function Site({ page, path }: { page: ReactNode; path: string }) {
  return (
    <ErrorBoundary resetKey={path} onReset={retryFailedPages}>
      <Suspense>{page}</Suspense>
    </ErrorBoundary>
  );
}

test("renders a preloaded page at once, together with its props", async () => {
  const Page = lazyPage(
    async () => ({ default: Greeting }),
    async () => ({ name: "Ada" }),
  );
  expect(await Page.preload()).toBe(Greeting);
  expect(renderToString(<Page />)).toContain("Ada");
});

test("shows a page that it had to wait for without a warning of React", async () => {
  const reported = vi.spyOn(console, "error");
  const { promise: file, resolve: arrive } = deferred<{ default: typeof Greeting }>();
  const Page = lazyPage(
    () => file,
    async () => ({ name: "Ada" }),
  );
  const site = <Site page={<Page />} path="/page" />;
  const { rerender } = await act(async () => render(<main>{site}</main>));
  // React compares every second rendering.
  await act(async () => rerender(<main>{site}</main>));
  await act(async () => arrive({ default: Greeting }));
  await screen.findByText(/Ada/);
  expect(reported).not.toHaveBeenCalled();
});

test("shows a notice for a page that cannot be loaded, and loads it again on the next visit", async () => {
  // A reload would not help without a network.
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<{ default: typeof Greeting }>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValue({ default: Greeting });
  const Page = lazyPage(load, async () => ({ name: "Ada" }));
  const { rerender } = await act(async () => render(<Site page={<Page />} path="/page" />));
  await screen.findByText("This page could not be loaded.");
  rerender(<Site page="Another page" path="/other" />);
  await screen.findByText("Another page");
  await act(async () => rerender(<Site page={<Page />} path="/page" />));
  await screen.findByText(/Ada/);
  expect(load).toHaveBeenCalledTimes(2);
});
