import { Page } from "~/site/Page";
import { faq, faqItems } from "~/content/faq";
import { paths } from "~/paths";
import { faqPage } from "~/seo/lists";
import { Accordion } from "~/ui/Accordion";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import envelope from "bootstrap-icons/icons/envelope.svg?icon";
import telephone from "bootstrap-icons/icons/telephone.svg?icon";
import { site } from "~/content/site";
import { Icon } from "~/ui/Icon";
import styles from "./FaqPage.module.css";

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

/** Links for questions that the page does not answer. */
function GetInTouch() {
  const { heading, text, hours } = faq.box;
  const [email] = site.emails;
  const [phone] = site.phones;
  return (
    <aside className={styles.box} aria-labelledby="get-in-touch">
      <h2 id="get-in-touch">{heading}</h2>
      <p>{text}</p>
      <ul className={styles.ways}>
        <li>
          <a href={email.href}>
            <Icon svg={envelope} />
            {email.label}
          </a>
        </li>
        <li>
          <a href={phone.href}>
            <Icon svg={telephone} />
            {phone.label}
          </a>
        </li>
      </ul>
      <p className={styles.hours}>{hours}</p>
    </aside>
  );
}
