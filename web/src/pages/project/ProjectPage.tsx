import { projectPage as words } from "~/content/project-page";
import { projectCard } from "~/content/projects/cards";
import type { CaseStudy } from "~/content/projects/schema";
import { Closing } from "~/site/Closing";
import { Facts } from "./Facts";
import { Feedback } from "./Feedback";
import { Gallery } from "./Gallery";
import { Intro } from "./Intro";
import { Metrics } from "./Metrics";
import { Milestones } from "./Milestones";
import { ProjectSeo } from "./ProjectSeo";
import { Related } from "./Related";
import { Story } from "./Story";
import { Team } from "./Team";
import { EmptySections } from "./EmptySections";

type ProjectPageProps = { slug: string; study?: CaseStudy | undefined };

/** A project's page: its case study, or its card if there is none. */
export default function ProjectPage({ slug, study }: ProjectPageProps) {
  const card = projectCard(slug);
  return (
    <>
      <ProjectSeo card={card} study={study} />
      <Intro card={card} />
      <Facts card={card} study={study}>
        {study ? <Story study={study} /> : <EmptySections />}
      </Facts>
      {study && (
        <>
          <Metrics metrics={study.metrics} />
          <Gallery title={card.title} images={study.galleryImages} />
          <Milestones milestones={study.milestones} />
          <Team roles={study.team} />
          <Feedback study={study} />
          <Related slugs={study.relatedProjects} />
        </>
      )}
      <Closing words={words.closing} />
    </>
  );
}
