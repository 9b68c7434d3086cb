import logout from "bootstrap-icons/icons/box-arrow-right.svg?icon";
import consultations from "bootstrap-icons/icons/chat-left-text.svg?icon";
import applications from "bootstrap-icons/icons/file-person.svg?icon";
import insights from "bootstrap-icons/icons/bar-chart.svg?icon";
import dashboard from "bootstrap-icons/icons/grid.svg?icon";
import home from "bootstrap-icons/icons/house.svg?icon";
import other from "bootstrap-icons/icons/inbox.svg?icon";
import type { Resource } from "@rules/public.js";
import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "~/api/inbox";
import { lists, paths, resources } from "~/paths";
import { Logo } from "~/site/Logo";
import { Icon } from "~/ui/Icon";
import { Link } from "~/ui/Link";
import styles from "./Sidebar.module.css";
import { SidebarItem } from "./SidebarItem";

/** Icons by resource. The default is an inbox. */
const icons: Partial<Record<Resource, string>> = { consultations, applications };

type Item = {
  to: string;
  label: string;
  icon: string;
  end?: boolean;
  resource?: Resource;
  /** Whether only wide screens have room for it. */
  isWide?: boolean;
};

const items: Item[] = [
  { to: paths.home, label: "Home", icon: home, end: true },
  { to: paths.dashboard, label: "Dashboard", icon: dashboard, end: true },
  ...resources.map((resource) => {
    const { path, label } = lists[resource];
    return { to: path, label, icon: icons[resource] ?? other, resource };
  }),
  { to: paths.insights, label: "Insights", icon: insights, isWide: true },
];

/** Milliseconds between two looks at the numbers, for the banners and the tabs of boxes too. */
const INTERVAL_MS = 15_000;

/** The dashboard's navigation: next to the page on wide screens, at the bottom on narrow ones. */
export function Sidebar({ onLogout }: { onLogout: () => void }) {
  const { data: inbox } = useQuery({ ...inboxQuery, refetchInterval: INTERVAL_MS });
  return (
    <nav className={styles.sidebar} aria-label="Dashboard">
      <Link to={paths.home} className={styles.logo}>
        <Logo />
      </Link>
      <ul className={styles.items}>
        {items.map(({ to, label, icon, resource, end = false, isWide = false }) => (
          <SidebarItem
            key={to}
            to={to}
            end={end}
            isWide={isWide}
            icon={icon}
            label={label}
            waiting={resource && inbox?.[resource].new}
          />
        ))}
        <li className={styles.last}>
          <button type="button" className={styles.item} onClick={onLogout}>
            <Icon svg={logout} /> Logout
          </button>
        </li>
      </ul>
    </nav>
  );
}
