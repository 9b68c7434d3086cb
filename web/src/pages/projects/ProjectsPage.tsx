import { Page } from "~/site/Page";
import { Closing } from "~/site/Closing";
import { portfolio, agencyTestimonials } from "~/content/portfolio";
import { projectCards } from "~/content/projects/cards";
import { paths } from "~/paths";
import { itemList } from "~/seo/lists";
import { ButtonLink } from "~/ui/Button";
import layout from "~/ui/layout/layout.module.css";
import { PageHero } from "~/site/PageHero";
import { portfolioPageSize as pageSize } from "@rules/rules.json";
import { type MouseEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { REDUCED_MOTION } from "~/ui/motion/useMediaQuery";
import { Carousel } from "~/ui/slides/Carousel";
import { TestimonialCard } from "~/site/TestimonialCard";
import { classNames } from "~/ui/styles/class-names";
import { PageLinks } from "~/ui/list/PageLinks";
import { ProjectTile } from "~/site/ProjectTile";
import styles from "./ProjectsPage.module.css";

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

/** The number of pages. */
const pageCount = Math.ceil(projectCards.length / pageSize);

const nothing = () => () => undefined;

/**
 * Returns the page of the portfolio from the query string, or 1 if there is no such page. The
 * prerendered HTML does not know the query, so `settled` is false until it has been read. `showGrid`
 * scrolls to the projects, also after the first page was opened.
 */
function usePortfolioPage() {
  const { search } = useLocation();
  const settled = useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
  const wanted = new URLSearchParams(search).get("page") ?? "";
  const isPage = /^[1-9]\d*$/.test(wanted) && Number(wanted) <= pageCount;
  const page = settled && isPage ? Number(wanted) : 1;
  const heading = useRef<HTMLHeadingElement>(null);
  const isGridWanted = useRef(false);
  const type = useNavigationType();
  const shown = useRef<number>(undefined);

  // A new page starts at its top or its projects. Back and Forward keep their scroll position.
  useEffect(() => {
    if (!settled) return;
    const changed = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    if (!changed || type === NavigationType.Pop) return;
    // The link that was followed may no longer exist.
    heading.current?.focus({ preventScroll: true });
    if (isGridWanted.current) scrollToGrid(heading);
    else scrollTo({ top: 0, behavior: scrollBehavior() });
    isGridWanted.current = false;
  }, [page, settled, type]);

  function showGrid(event: MouseEvent) {
    // Those open another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // A link to the page that is shown goes to its top.
    if (page === 1) event.preventDefault();
    else isGridWanted.current = true;
    scrollToGrid(heading);
  }
  return { page, settled, heading, showGrid };
}

/** Returns the scroll behavior: smooth, unless reduced motion is preferred. */
function scrollBehavior(): ScrollBehavior {
  return matchMedia(REDUCED_MOTION).matches ? "instant" : "smooth";
}

function scrollToGrid(heading: RefObject<HTMLHeadingElement | null>) {
  heading.current?.scrollIntoView({ behavior: scrollBehavior() });
}

/** A carousel of testimonials. */
function Testimonials() {
  return (
    <Carousel label={portfolio.testimonials} delay={4000} loop continueAfterInteraction>
      {agencyTestimonials.map(({ name, title, message, image, rating }) => (
        <TestimonialCard
          key={name}
          quote={message}
          name={name}
          role={title}
          picture={image}
          rating={rating}
        />
      ))}
    </Carousel>
  );
}

const links = Array.from({ length: pageCount }, (_, index) => index + 1);

const SIZES = "(min-width: 83em) 580px, (min-width: 48em) 44vw, 92vw";

type ProjectGridProps = {
  page: number;
  /** Whether the page is known. Until then all projects are rendered, for visitors without scripts. */
  settled: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
};

/** A page of the portfolio with its pagination. */
function ProjectGrid({ page, settled, heading }: ProjectGridProps) {
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
