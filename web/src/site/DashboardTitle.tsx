import { site } from "../content/site";

type DashboardTitleProps = {
  /** What the page shows. */
  name: string;
  /** How much is new there, for those who look at another tab. */
  count?: string | undefined;
};

/** The title of a page of the dashboard. React puts it before the title of the frame. */
export function DashboardTitle({ name, count }: DashboardTitleProps) {
  const title = `${name} | Dashboard | ${site.name}`;
  return <title>{count ? `(${count}) ${title}` : title}</title>;
}
