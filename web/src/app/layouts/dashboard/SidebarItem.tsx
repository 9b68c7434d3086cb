import { useId } from "react";
import { Icon } from "~/ui/Icon";
import { NavLink } from "~/ui/Link";
import { formatNumber } from "~/ui/format/format-number";
import styles from "./Sidebar.module.css";

type SidebarItemProps = {
  to: string;
  end: boolean;
  isWide: boolean;
  icon: string;
  label: string;
  /** New records in the list, once loaded. */
  waiting: number | undefined;
};

/** A link of the navigation. The number is its description, not part of its name. */
export function SidebarItem({ to, end, isWide, icon, label, waiting }: SidebarItemProps) {
  const count = useId();
  return (
    <li className={styles.place} data-wide={isWide || undefined}>
      <NavLink
        to={to}
        end={end}
        className={styles.item}
        aria-describedby={waiting ? count : undefined}
      >
        <Icon svg={icon} /> {label}
      </NavLink>
      {waiting ? (
        <span className={styles.waiting} id={count}>
          <span>{formatNumber(waiting)}</span>
          <span className="visually-hidden"> new</span>
        </span>
      ) : null}
    </li>
  );
}
