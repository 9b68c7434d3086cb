import envelope from "bootstrap-icons/icons/envelope.svg?icon";
import pin from "bootstrap-icons/icons/geo-alt.svg?icon";
import telephone from "bootstrap-icons/icons/telephone.svg?icon";
import { menu } from "~/content/navigation";
import { site } from "~/content/site";
import { classNames } from "~/ui/styles/class-names";
import { ExternalLink } from "~/ui/ExternalLink";
import { Icon } from "~/ui/Icon";
import layout from "~/ui/layout/layout.module.css";
import { SocialLinks } from "~/site/SocialLinks";
import styles from "./ContactStrip.module.css";

/** The agency's contact details, above the bar on wide screens. */
export function ContactStrip() {
  const [phone] = site.phones;
  const [email] = site.emails;
  return (
    <aside className={styles.strip} aria-label={menu.contactDetails}>
      <div className={classNames(layout.container, styles.inner)}>
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
            <ExternalLink href={site.address.map} opens={site.mapName}>
              <Icon svg={pin} />
              <span>
                <span className={styles.street}>{site.address.street}, </span>
                {site.address.city}
              </span>
            </ExternalLink>
          </li>
        </ul>
        <SocialLinks onInk />
      </div>
    </aside>
  );
}
