import logout from "bootstrap-icons/icons/box-arrow-right.svg?raw";
import application from "bootstrap-icons/icons/file-person.svg?raw";
import consultation from "bootstrap-icons/icons/chat-left-text.svg?raw";
import dashboard from "bootstrap-icons/icons/grid.svg?raw";
import home from "bootstrap-icons/icons/house.svg?raw";
import { paths } from "../../paths";
import { Icon } from "../../ui/Icon";
import { Link, NavLink } from "../../ui/Link";
import { Logo } from "../../ui/Logo";
import styles from "./Sidebar.module.css";

const items = [
  { to: paths.home, label: "Home", icon: home },
  { to: paths.dashboard, label: "Dashboard", icon: dashboard, end: true },
  { to: paths.consultations, label: "Consultation", icon: consultation },
  { to: paths.applications, label: "Application", icon: application },
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
