import calendar from "bootstrap-icons/icons/calendar-check.svg?icon";
import envelope from "bootstrap-icons/icons/envelope.svg?icon";
import pin from "bootstrap-icons/icons/geo-alt.svg?icon";
import telephone from "bootstrap-icons/icons/telephone.svg?icon";
import type { ReactNode } from "react";
import { common } from "~/content/common";
import { contact } from "~/content/contact";
import { site } from "~/content/site";
import { ButtonExternal } from "~/ui/Button";
import { ExternalLink } from "~/ui/ExternalLink";
import { Icon } from "~/ui/Icon";
import { SocialLinks } from "~/site/SocialLinks";
import styles from "./ContactPanel.module.css";

/** The other ways to contact the agency. */
export function ContactPanel() {
  const { address, emails, phones } = site;
  const { panel } = contact;
  return (
    <section className={styles.panel} aria-labelledby="get-in-touch">
      <h2 id="get-in-touch">{panel.heading}</h2>
      <p className={styles.text}>{panel.text}</p>
      <ButtonExternal tone="onInk" href={site.scheduling} className={styles.schedule}>
        <Icon svg={calendar} /> {common.scheduleCall}
      </ButtonExternal>
      <dl className={styles.ways}>
        <Way icon={pin} name={panel.address}>
          <ExternalLink href={address.map} opens={site.mapName}>
            {address.street}
            <br />
            {address.city}
            <br />
            {address.country}
          </ExternalLink>
        </Way>
        <Way icon={envelope} name={panel.emails}>
          {emails.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </Way>
        <Way icon={telephone} name={panel.phones}>
          {phones.map(({ label, href }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </Way>
      </dl>
      <SocialLinks onInk />
    </section>
  );
}

function Way({ icon, name, children }: { icon: string; name: string; children: ReactNode }) {
  return (
    <div className={styles.way}>
      <dt>
        <Icon svg={icon} /> {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
