import { faq, faqItems } from "../../content/faq";
import { paths } from "../../paths";
import { breadcrumbList, faqPage } from "../../seo/lists";
import { Accordion } from "../../ui/Accordion";
import { classNames } from "../../ui/class-names";
import layout from "../../ui/layout.module.css";
import { Seo } from "../../ui/Seo";
import styles from "./FaqPage.module.css";
import { GetInTouch } from "./GetInTouch";

const structured = [
  faqPage(faqItems),
  breadcrumbList([
    { name: "Home", path: paths.home },
    { name: "FAQ", path: paths.faq },
  ]),
];

/** What clients ask, with the answers. */
export default function FaqPage() {
  const { title, description, keywords, eyebrow, heading, lead } = faq;
  return (
    <div className={classNames(layout.container, styles.columns)}>
      <Seo
        title={title}
        description={description}
        path={paths.faq}
        keywords={keywords}
        structured={structured}
      />
      <div className={styles.words}>
        <p className={layout.eyebrow}>{eyebrow}</p>
        <h1>{heading}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={styles.questions}>
        <Accordion items={faqItems} level={2} />
      </div>
      <GetInTouch />
    </div>
  );
}
