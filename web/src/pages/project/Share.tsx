import envelope from "bootstrap-icons/icons/envelope-fill.svg?react";
import linkedin from "bootstrap-icons/icons/linkedin.svg?react";
import twitter from "bootstrap-icons/icons/twitter-x.svg?react";
import { ExternalLink } from "~/ui/ExternalLink";
import { projectPage } from "~/content/project-page";
import type { Project } from "~/content/projects/cards";
import { absolute } from "~/content/site";
import { paths } from "~/paths";
import { Icon } from "~/ui/Icon";
import styles from "./Share.module.css";

/** Links that share the page. */
export function Share({ card }: { card: Project }) {
  const { heading, message, ...names } = projectPage.share;
  const address = absolute(paths.project(card.slug));
  const words = message(card.title);
  return (
    <div className={styles.share}>
      <p>{heading}</p>
      <ul className={styles.links}>
        <li>
          <ExternalLink href={linkedinShare(address)}>
            <Icon svg={linkedin} />
            {names.linkedin}
          </ExternalLink>
        </li>
        <li>
          <ExternalLink href={twitterShare(address, words)}>
            <Icon svg={twitter} />
            {names.twitter}
          </ExternalLink>
        </li>
        <li>
          <a href={emailShare(address, words)}>
            <Icon svg={envelope} />
            {names.email}
          </a>
        </li>
      </ul>
    </div>
  );
}

function linkedinShare(address: string): string {
  return `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(address)}`;
}

function twitterShare(address: string, words: string): string {
  const [url, text] = [address, words].map(encodeURIComponent);
  return `https://twitter.com/intent/tweet?url=${url}&text=${text}`;
}

function emailShare(address: string, words: string): string {
  return `mailto:?subject=${encodeURIComponent(words)}&body=${encodeURIComponent(address)}`;
}
