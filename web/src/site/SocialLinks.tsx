import facebook from "bootstrap-icons/icons/facebook.svg?icon";
import instagram from "bootstrap-icons/icons/instagram.svg?icon";
import linkedin from "bootstrap-icons/icons/linkedin.svg?icon";
import x from "bootstrap-icons/icons/twitter-x.svg?icon";
import youtube from "bootstrap-icons/icons/youtube.svg?icon";
import { type ExternalLink as Profile, site, type SocialNetwork } from "../content/site";
import { classNames } from "../ui/styles/class-names";
import { ExternalLink } from "../ui/ExternalLink";
import { Icon } from "../ui/Icon";
import styles from "./SocialLinks.module.css";

const icons: Record<SocialNetwork, string> = { facebook, instagram, linkedin, x, youtube };

type SocialLinksProps = {
  onInk?: boolean;
  /** The owner's name, if not the agency. */
  owner?: string;
  profiles?: readonly (Profile & { network: SocialNetwork })[];
};

/** Links to the social profiles of the agency or of a team member. */
export function SocialLinks({ onInk = false, owner, profiles = site.socials }: SocialLinksProps) {
  return (
    <ul className={classNames(styles.list, onInk && styles.onInk)}>
      {profiles.map(({ network, label, href }) => (
        <li key={network}>
          <ExternalLink href={href} className={styles.link}>
            <Icon svg={icons[network]} />
            <span className="visually-hidden">{`${owner ? `${owner}, ` : ""}${label}`}</span>
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}
