import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter, useLocation } from "../src/router";
import { createQueryClient } from "../src/api/query-client";
import { Toasts } from "../src/ui/toast/Toasts";

type Place = string | { pathname: string; state: unknown };

/** Renders a component within the application's providers. */
export function renderWithProviders(part: ReactNode, { at = "/" }: { at?: Place } = {}) {
  const { pathname, state } = typeof at === "string" ? { pathname: at, state: null } : at;
  history.replaceState({ usr: state, idx: 0 }, "", pathname);
  const client = createQueryClient();
  const view = render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        {part}
        <Address />
      </BrowserRouter>
      <Toasts />
    </QueryClientProvider>,
  );
  return { ...view, client };
}

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}
