import { careers } from "../../content/careers";
import { hiring } from "../../content/hiring";
import { jobs } from "../../content/jobs";
import { sentenceInWords } from "../../content/number-words";
import { Steps } from "../../features/application/Steps";
import { paths } from "../../paths";
import { itemList } from "../../seo/lists";
import { Section } from "../../site/Section";
import { Page } from "../../site/Page";
import { JobList } from "./JobList";
import { Reasons } from "./Reasons";

const words = { ...careers, description: careers.description(sentenceInWords(jobs.length)) };
const structured = [
  itemList(
    careers.openings.heading,
    jobs.map(({ title, slug }) => ({ name: title, path: paths.apply(slug) })),
  ),
];

/** The careers page, with the open jobs. */
export default function CareersPage() {
  const { eyebrow, heading, lead, openings } = careers;
  return (
    <Page
      path={paths.careers}
      words={words}
      banner={{ eyebrow, heading, lead }}
      structured={structured}
    >
      <Reasons />
      <Section heading={openings.heading} lead={jobs.length > 0 ? openings.text : undefined}>
        <JobList jobs={jobs} />
      </Section>
      <Section heading={hiring.heading} tone="sunk">
        <Steps across />
      </Section>
    </Page>
  );
}
