import { Page } from "~/site/Page";
import { Closing } from "~/site/Closing";
import { portfolio } from "~/content/portfolio";
import { projectCards } from "~/content/projects/cards";
import { paths } from "~/paths";
import { itemList } from "~/seo/lists";
import { ButtonLink } from "~/ui/Button";
import layout from "~/ui/layout/layout.module.css";
import { PageHero } from "~/site/PageHero";
import { ProjectGrid } from "./ProjectGrid";
import styles from "./ProjectsPage.module.css";
import { Testimonials } from "./Testimonials";
import { usePortfolioPage } from "./usePortfolioPage";

const structured = [
  itemList(
    portfolio.banner.eyebrow,
    projectCards.map(({ title, slug }) => ({ name: title, path: paths.project(slug) })),
  ),
];

/** The portfolio. */
export default function ProjectsPage() {
  const { page, settled, heading, showGrid } = usePortfolioPage();
  const { banner, closing } = portfolio;
  return (
    <Page
      path={paths.projects}
      words={portfolio}
      heading={banner.heading}
      picture={projectCards[0]?.image}
      structured={structured}
    >
      <PageHero
        eyebrow={banner.eyebrow}
        heading={banner.heading}
        lead={banner.lead}
        aside={
          <div className={styles.wide}>
            <Testimonials />
          </div>
        }
      >
        <ButtonLink to={paths.projects} onClick={showGrid}>
          {banner.action}
        </ButtonLink>
      </PageHero>
      <ProjectGrid page={page} settled={settled} heading={heading} />
      <section className={styles.narrow} aria-label={portfolio.testimonials}>
        <div className={layout.container}>
          <Testimonials />
        </div>
      </section>
      <Closing words={closing} />
    </Page>
  );
}
