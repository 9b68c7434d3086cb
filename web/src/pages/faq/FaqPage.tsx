import { Page } from "~/site/Page";
import { faq, faqItems } from "~/content/faq";
import { paths } from "~/paths";
import { faqPage } from "~/seo/lists";
import { Accordion } from "~/ui/Accordion";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./FaqPage.module.css";
import { GetInTouch } from "./GetInTouch";

const structured = [faqPage(faqItems)];

/** The FAQ page. */
export default function FaqPage() {
  const { eyebrow, heading, lead } = faq;
  return (
    <Page path={paths.faq} words={faq} heading={heading} structured={structured}>
      <div className={classNames(layout.container, styles.columns)}>
        <div className={styles.words}>
          <p className={layout.eyebrow}>{eyebrow}</p>
          <h1>{heading}</h1>
          <p className={layout.lead}>{lead}</p>
        </div>
        <div className={styles.questions}>
          <Accordion items={faqItems} level={2} />
        </div>
        <GetInTouch />
      </div>
    </Page>
  );
}
