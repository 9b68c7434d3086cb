import { site } from "../content/site";

type DashboardTitleProps = {
  /** The title of the page. */
  name: string;
  /** New records, visible in the tab while another one is open. */
  count?: string | undefined;
};

/** The title of a dashboard page. React places it before the title of the frame, so it wins. */
export function DashboardTitle({ name, count }: DashboardTitleProps) {
  const title = `${name} | Dashboard | ${site.name}`;
  return <title>{count ? `(${count}) ${title}` : title}</title>;
}
