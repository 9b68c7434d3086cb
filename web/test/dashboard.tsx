import type { ReactNode } from "react";
import { StaffRulesGate } from "~/features/session/StaffRulesGate";
import { DashboardTitleProvider } from "~/seo/DashboardTitle";
import { staffRules } from "~/rules/load";
import { renderWithProviders } from "./render";

await staffRules.load();

/** Renders a component within the dashboard's providers, after its rules are loaded. */
export function renderInDashboard(
  part: ReactNode,
  options?: Parameters<typeof renderWithProviders>[1],
) {
  return renderWithProviders(
    <DashboardTitleProvider>
      <StaffRulesGate>{part}</StaffRulesGate>
    </DashboardTitleProvider>,
    options,
  );
}
