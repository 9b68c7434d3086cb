import type { ReactNode } from "react";
import { ExternalLink } from "~/ui/ExternalLink";
import { projectPage } from "~/content/project-page";
import type { CaseStudy } from "~/content/projects/schema";
import type { Project } from "~/content/projects/cards";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./Facts.module.css";
import { Share } from "./Share";

type FactsProps = { card: Project; study: CaseStudy | undefined };

/** The client and the key facts of the project. */
export function Facts({ card, study, children }: FactsProps & { children: ReactNode }) {
  return (
    <div className={classNames(styles.band, !study && styles.last)}>
      <div className={classNames(layout.container, styles.columns)}>
        <aside className={styles.side} aria-labelledby="facts">
          <h2 id="facts">{projectPage.facts.heading}</h2>
          <FactList card={card} study={study} />
          <Share card={card} />
        </aside>
        {children}
      </div>
    </div>
  );
}

/** A project without a case study has only a category. */
function FactList({ card, study }: FactsProps) {
  const { facts } = projectPage;
  const rows: [string, string][] = study
    ? [
        [facts.brandName, study.brandName],
        [facts.location, study.location],
        [facts.client, study.client],
        [facts.industry, study.industry],
        [facts.budget, study.budget],
        [facts.stack, study.stack],
      ]
    : [[facts.category, card.category]];
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{facts.live}</dt>
        <dd>
          <Live address={study?.live ?? facts.none} />
        </dd>
      </div>
    </dl>
  );
}

function Live({ address }: { address: CaseStudy["live"] }) {
  if (address === projectPage.facts.none) return address;
  return (
    <ExternalLink href={address} className={styles.live}>
      {new URL(address).host}
    </ExternalLink>
  );
}
