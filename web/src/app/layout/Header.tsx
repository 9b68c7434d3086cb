import envelope from "bootstrap-icons/icons/envelope.svg?raw";
import pin from "bootstrap-icons/icons/geo-alt.svg?raw";
import telephone from "bootstrap-icons/icons/telephone.svg?raw";
import { Link, NavLink } from "react-router-dom";
import { site } from "../../content/site";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Logo } from "../../ui/Logo";
import { SocialLinks } from "../../ui/SocialLinks";
import styles from "./Header.module.css";
import { useScrolled } from "./useScrolled";

/** The contact strip and the bar that stays in view. */
export function Header() {
  const scrolled = useScrolled();
  return (
    <>
      <ContactStrip />
      <header className={styles.bar} data-compact={scrolled || undefined}>
        <div className={styles.inner}>
          <Link to={paths.home} className={styles.logo}>
            <Logo />
          </Link>
          <nav className={styles.nav} aria-label="Main">
            <NavLink to={paths.home} end className={styles.link ?? ""}>
              Home
            </NavLink>
            <ButtonLink to={paths.contact} size="s">
              Contact Us
            </ButtonLink>
          </nav>
        </div>
      </header>
    </>
  );
}

function ContactStrip() {
  const [phone] = site.phones;
  const [email] = site.emails;
  return (
    <aside className={styles.strip} aria-label="Contact details">
      <div className={styles.inner}>
        <ul className={styles.details}>
          <li>
            <a href={phone.href}>
              <Icon svg={telephone} /> {phone.label}
            </a>
          </li>
          <li>
            <a href={email.href}>
              <Icon svg={envelope} /> {email.label}
            </a>
          </li>
          <li>
            <a href={site.address.map} target="_blank" rel="noreferrer">
              <Icon svg={pin} /> {site.address.street}, {site.address.city}
              <span className="visually-hidden"> (map, opens in a new tab)</span>
            </a>
          </li>
        </ul>
        <SocialLinks onInk />
      </div>
    </aside>
  );
}
