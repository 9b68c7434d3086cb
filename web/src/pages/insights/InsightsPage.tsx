import { InsightsView } from "~/features/insights/InsightsView";
import { DashboardTitle } from "~/seo/DashboardTitle";

/** The page of figures for staff. */
export default function InsightsPage() {
  return (
    <>
      <DashboardTitle name="Insights" />
      <InsightsView />
    </>
  );
}
