import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach } from "vitest";
import { BrowserRouter, Navigate, useLocation } from "react-router-dom";
import { clearUserData, createQueryClient } from "~/api/query-client";
import { ToastProvider, useToasts } from "~/ui/toast/Toasts";

afterEach(clearUserData);

type Place = string | { pathname: string; state: unknown };

/** Renders a component within the application's providers. */
export function renderWithProviders(part: ReactNode, { at = "/" }: { at?: Place } = {}) {
  const { pathname, state } = typeof at === "string" ? { pathname: at, state: null } : at;
  history.replaceState(null, "", pathname);
  const client = createQueryClient();
  const view = render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <LoadToasts />
        <BrowserRouter>
          {state === null ? part : <Arrival state={state}>{part}</Arrival>}
          <Address />
        </BrowserRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return { ...view, client };
}

function LoadToasts() {
  useToasts();
  return null;
}

/** Gives the first location a state. Only a navigation can do so. */
function Arrival({ state, children }: { state: unknown; children: ReactNode }) {
  const { key, pathname, search } = useLocation();
  if (key !== "default") return children;
  return <Navigate to={pathname + search} state={state} replace />;
}

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}
