import logout from "bootstrap-icons/icons/box-arrow-right.svg?raw";
import consultations from "bootstrap-icons/icons/chat-left-text.svg?raw";
import applications from "bootstrap-icons/icons/file-person.svg?raw";
import dashboard from "bootstrap-icons/icons/grid.svg?raw";
import home from "bootstrap-icons/icons/house.svg?raw";
import inbox from "bootstrap-icons/icons/inbox.svg?raw";
import type { Resource } from "@rules/public.js";
import { lists, resources } from "../../content/stored-forms";
import { paths } from "../../paths";
import { Icon } from "../../ui/Icon";
import { Link, NavLink } from "../../ui/Link";
import { Logo } from "../../site/Logo";
import styles from "./Sidebar.module.css";

/** Pictures that say more than an inbox. */
const icons: Partial<Record<Resource, string>> = { consultations, applications };

type Item = { to: string; label: string; icon: string; end?: boolean };

const items: Item[] = [
  { to: paths.home, label: "Home", icon: home },
  { to: paths.dashboard, label: "Dashboard", icon: dashboard, end: true },
  ...resources.map((resource) => {
    const { path, label } = lists[resource];
    return { to: path, label, icon: icons[resource] ?? inbox };
  }),
];

/** The dashboard's own navigation: beside the page on wide screens, below it on narrow ones. */
export function Sidebar({ onLogout }: { onLogout: () => void }) {
  return (
    <nav className={styles.sidebar} aria-label="Dashboard">
      <Link to={paths.home} className={styles.logo}>
        <Logo />
      </Link>
      <ul className={styles.items}>
        {items.map(({ to, label, icon, end = false }) => (
          <li key={to}>
            <NavLink to={to} end={end || to === paths.home} className={styles.item}>
              <Icon svg={icon} /> {label}
            </NavLink>
          </li>
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
