import { common } from "~/content/common";
import { servicePage as words } from "~/content/service-page";
import type { ServiceWords } from "~/content/services/schema";
import { site } from "~/content/site";
import { paths } from "~/paths";
import { Accordion } from "~/ui/Accordion";
import { ButtonLink } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/layout.module.css";
import styles from "./Questions.module.css";

/** The service's questions, if any, and a link to ask more. */
export function Questions({ faq }: { faq: ServiceWords["faq"] }) {
  return (
    <div className={classNames(layout.container, styles.columns)}>
      {faq.length > 0 && (
        <section className={styles.questions} aria-labelledby="questions">
          <h2 id="questions">{words.faq}</h2>
          <Accordion items={faq} level={3} />
        </section>
      )}
      <Advice />
    </div>
  );
}

function Advice() {
  const { heading, text } = words.advice;
  const [phone] = site.phones;
  return (
    <aside className={styles.advice} aria-labelledby="advice">
      <h2 id="advice">{heading}</h2>
      <p>{text}</p>
      <div className={styles.ways}>
        <ButtonLink to={paths.contact}>{common.contactUs}</ButtonLink>
        <a href={phone.href}>{phone.label}</a>
      </div>
    </aside>
  );
}
