import { portfolio } from "../../content/portfolio";
import { projectCards } from "../../content/projects/cards";
import { site } from "../../content/site";
import { paths } from "../../paths";
import { itemList } from "../../seo/lists";
import { ButtonExternal, ButtonLink } from "../../ui/Button";
import { CallToAction } from "../../ui/CallToAction";
import layout from "../../ui/layout.module.css";
import { PageHero } from "../../ui/PageHero";
import { Seo } from "../../ui/Seo";
import { scrollBehavior } from "../../ui/scroll";
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
  const { page, settled, heading } = usePortfolioPage();
  const { title, description, keywords, banner, closing } = portfolio;
  return (
    <>
      <Seo
        title={title}
        description={description}
        keywords={keywords}
        path={paths.projects}
        structured={structured}
      />
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
        <ButtonLink
          to={paths.projects}
          onClick={() => heading.current?.scrollIntoView({ behavior: scrollBehavior() })}
        >
          {banner.action}
        </ButtonLink>
      </PageHero>
      <ProjectGrid page={page} settled={settled} heading={heading} />
      <section className={styles.narrow} aria-label={portfolio.testimonials}>
        <div className={layout.container}>
          <Testimonials />
        </div>
      </section>
      <CallToAction heading={closing.heading} text={closing.text}>
        <ButtonLink to={paths.contact}>Request Free Estimate</ButtonLink>
        <ButtonExternal tone="outline" href={site.scheduling}>
          Schedule A Call
        </ButtonExternal>
      </CallToAction>
    </>
  );
}
