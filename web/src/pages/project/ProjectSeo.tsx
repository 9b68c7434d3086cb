import { homeCrumb } from "~/content/navigation";
import { projectPage } from "~/content/project-page";
import type { CaseStudy } from "~/content/projects/schema";
import type { Project } from "~/content/projects/cards";
import { paths } from "~/paths";
import { breadcrumbList } from "~/seo/lists";
import { creativeWork } from "~/seo/work";
import { plainText } from "~/site/RichText";
import { Seo, sharedPicture } from "~/seo/Seo";

/** The metadata of a project's page. */
export function ProjectSeo({ card, study }: { card: Project; study: CaseStudy | undefined }) {
  const { title, category } = card;
  const link = paths.project(card.slug);
  const description = study?.description ?? plainText(card.description);
  const { projects } = projectPage.trail;
  return (
    <Seo
      title={projectPage.title(title, category)}
      description={description}
      path={link}
      heading={title}
      picture={card.image}
      type="article"
      section={category}
      // Not indexed without a case study: a card has too little content.
      noindex={!study}
      keywords={[category, ...(study ? [study.industry, ...study.technologies] : [])]}
      structured={[
        creativeWork({
          name: title,
          description,
          path: link,
          image: sharedPicture(link),
          ...(study && {
            keywords: study.technologies,
            review: {
              body: study.ceoReview,
              author: study.ceoName,
              rating: study.clutchReview,
            },
          }),
        }),
        breadcrumbList([
          homeCrumb,
          { name: projects, path: paths.projects },
          { name: title, path: link },
        ]),
      ]}
    />
  );
}
