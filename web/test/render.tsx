import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { createQueryClient } from "../src/api/query-client";
import { Toasts } from "../src/ui/Toasts";

/** Renders a part of the application inside its providers. */
export function renderWithProviders(
  part: ReactNode,
  { at = "/" }: { at?: string | { pathname: string; state: unknown } } = {},
) {
  const client = createQueryClient();
  const view = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        {part}
        <Address />
      </MemoryRouter>
      <Toasts />
    </QueryClientProvider>,
  );
  return { ...view, client };
}

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}
