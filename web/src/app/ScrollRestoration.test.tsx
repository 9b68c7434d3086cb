import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect } from "react";
import { Link, MemoryRouter, Outlet, Route, Routes, useNavigate } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { ScrollRestoration } from "./ScrollRestoration";

/** Scrolls as a browser does: it reports the position that the document allows. */
function scrollToPosition(top: number) {
  Object.defineProperty(window, "scrollY", { value: top, configurable: true });
  dispatchEvent(new Event("scroll"));
}

/** A page that moves the position when it enters the document, because it is shorter. */
function ShortPage() {
  useLayoutEffect(() => scrollToPosition(120), []);
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

const layout = (
  <>
    <Outlet />
    <ScrollRestoration />
  </>
);

const pages = {
  "in the same layout": (
    <Route element={layout}>
      <Route path="/" element={<Link to="/short">Short</Link>} />
      <Route path="/short" element={<ShortPage />} />
    </Route>
  ),
  "in another layout": (
    <>
      <Route element={<main>{layout}</main>}>
        <Route path="/" element={<Link to="/short">Short</Link>} />
      </Route>
      <Route element={<div>{layout}</div>}>
        <Route path="/short" element={<ShortPage />} />
      </Route>
    </>
  ),
};

test.each(Object.entries(pages))(
  "keeps the position of a page when a shorter one follows %s",
  async (_, routes) => {
    const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    const user = userEvent.setup();
    render(
      <MemoryRouter>
        <Routes>{routes}</Routes>
      </MemoryRouter>,
    );
    act(() => scrollToPosition(6500));
    await user.click(screen.getByRole("link"));
    await user.click(screen.getByRole("button"));
    expect(scroll).toHaveBeenLastCalledWith({ top: 6500, behavior: "instant" });
    vi.unstubAllGlobals();
  },
);
