import { site } from "../../content/site";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Logo } from "../../ui/Logo";
import { SocialLinks } from "../../ui/SocialLinks";
import styles from "./Footer.module.css";

/** How to find the agency, at the end of every public page. */
export function Footer() {
  const { address, emails, phones } = site;
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.brand}>
          <Link to={paths.home} className={styles.logo}>
            <Logo />
          </Link>
          <p>{site.tagline}</p>
        </div>
        <section aria-labelledby="write-or-call">
          <h2 id="write-or-call">Write or call</h2>
          <ul className={styles.links}>
            {[...emails, ...phones].map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="find-us">
          <h2 id="find-us">Find Us</h2>
          <address>
            {address.street}
            <br />
            {address.city}
            <br />
            {address.country}
          </address>
          <ButtonLink to={paths.contact} tone="onInk" size="s" className={styles.contact}>
            Contact Us
          </ButtonLink>
        </section>
      </div>
      <div className={styles.end}>
        <p>
          © {site.copyrightYear} {site.name}. All rights reserved.
        </p>
        <p>Privacy Policy</p>
        <SocialLinks onInk />
      </div>
    </footer>
  );
}
