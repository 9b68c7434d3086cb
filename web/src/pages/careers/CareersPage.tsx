import { careers } from "~/content/careers";
import { hiring } from "~/content/hiring";
import { jobs } from "~/content/jobs";
import { sentenceInWords } from "~/content/number-words";
import { useIsOpen } from "~/content/open-jobs";
import { Steps } from "~/features/application/Steps";
import { paths } from "~/paths";
import { itemList } from "~/seo/lists";
import { Section } from "~/site/Section";
import { Page } from "~/site/Page";
import { JobList } from "./JobList";
import { Reasons } from "./Reasons";

/** The careers page, with the open jobs. */
export default function CareersPage() {
  const { eyebrow, heading, lead, openings } = careers;
  const isOpen = useIsOpen();
  const open = jobs.filter(isOpen);
  const words = { ...careers, description: careers.description(sentenceInWords(open.length)) };
  const structured = [
    itemList(
      openings.heading,
      open.map(({ title, slug }) => ({ name: title, path: paths.apply(slug) })),
    ),
  ];
  return (
    <Page
      path={paths.careers}
      words={words}
      banner={{ eyebrow, heading, lead }}
      structured={structured}
    >
      <Reasons />
      <Section heading={openings.heading} lead={open.length > 0 ? openings.text : undefined}>
        <JobList jobs={jobs} isOpen={isOpen} />
      </Section>
      <Section heading={hiring.heading} tone="sunk">
        <Steps across />
      </Section>
    </Page>
  );
}
