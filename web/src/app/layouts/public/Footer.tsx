import { common } from "~/content/common";
import { footer } from "~/content/footer";
import { companyLinks, type NavigationLink } from "~/content/navigation";
import { services } from "~/content/services";
import { site } from "~/content/site";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { Link } from "~/ui/Link";
import { Logo } from "~/site/Logo";
import { SocialLinks } from "~/site/SocialLinks";
import styles from "./Footer.module.css";

/** The anchor of the footer's links, the target of the menu button without scripts. */
export const siteMapId = "site-map";

const serviceLinks = services.map(({ slug, name }) => ({ label: name, to: paths.service(slug) }));

/** The site map and contact details at the end of every public page. */
export function Footer() {
  const { address } = site;
  return (
    <footer className={styles.footer}>
      <div className={classNames(layout.container, styles.columns)} id={siteMapId} tabIndex={-1}>
        {serviceLinks.length > 0 && (
          <FooterLinks id="our-services" heading={footer.services} links={serviceLinks} />
        )}
        <FooterLinks id="company" heading={footer.company} links={companyLinks} />
        <section aria-labelledby="find-us">
          <h2 id="find-us">{footer.address}</h2>
          <address>
            {site.name}
            <br />
            {address.street}
            <br />
            {address.city}
            <br />
            {address.country}
          </address>
          <ButtonLink to={paths.contact} tone="onInk" size="s" className={styles.contact}>
            {common.contactUs}
          </ButtonLink>
        </section>
      </div>
      <div className={classNames(layout.container, styles.end)}>
        <Link to={paths.home} className={styles.logo}>
          <Logo />
        </Link>
        <div className={styles.legal}>
          <p>
            © {site.copyrightYear} {site.name}. {footer.rights}
          </p>
          <p>{footer.privacy}</p>
        </div>
        <SocialLinks onInk />
      </div>
    </footer>
  );
}

type FooterLinksProps = { id: string; heading: string; links: readonly NavigationLink[] };

function FooterLinks({ id, heading, links }: FooterLinksProps) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className={styles.links}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
