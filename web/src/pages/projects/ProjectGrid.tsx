import { portfolioPageSize as pageSize } from "@rules/rules.json";
import type { RefObject } from "react";
import { portfolio } from "~/content/portfolio";
import { projectCards } from "~/content/projects/cards";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import { PageLinks } from "~/ui/list/PageLinks";
import { ProjectTile } from "~/site/ProjectTile";
import styles from "./ProjectGrid.module.css";
import { pageCount } from "./usePortfolioPage";

const links = Array.from({ length: pageCount }, (_, index) => index + 1);

const SIZES = "(min-width: 83em) 580px, (min-width: 48em) 44vw, 92vw";

type ProjectGridProps = {
  page: number;
  /** Whether the page is known. Until then all projects are rendered, for visitors without scripts. */
  settled: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
};

/** A page of the portfolio with its pagination. */
export function ProjectGrid({ page, settled, heading }: ProjectGridProps) {
  const first = (page - 1) * pageSize;
  const shown = projectCards.slice(first, settled ? first + pageSize : undefined);
  return (
    <section className={classNames(layout.container, styles.section)} aria-labelledby="projects">
      <h2 id="projects" ref={heading} tabIndex={-1} className="visually-hidden">
        {portfolio.grid}
      </h2>
      <ul className={styles.grid}>
        {shown.map((project, index) => {
          // The last of an odd number has its own row.
          const alone = index % 2 === 0 && index === shown.length - 1;
          return (
            <li
              key={project.slug}
              className={classNames(index >= pageSize && styles.later, alone && styles.alone)}
            >
              <ProjectTile project={project} sizes={SIZES} priority={index === 0} wide={alone} />
            </li>
          );
        })}
      </ul>
      {pageCount > 1 && (
        <div className={styles.pager}>
          <PageLinks
            label={portfolio.pages}
            page={page}
            previous={page > 1 ? page - 1 : undefined}
            next={page < pageCount ? page + 1 : undefined}
            links={links}
            search={(target) => (target === 1 ? "?" : `?page=${target}`)}
          />
        </div>
      )}
    </section>
  );
}
