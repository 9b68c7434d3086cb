import { servicePage as words } from "~/content/service-page";
import { services } from "~/content/services";
import { paths } from "~/paths";
import { Link } from "~/ui/Link";
import { Section } from "~/site/Section";
import styles from "./OtherServices.module.css";

/** Links to the other services. */
export function OtherServices({ than }: { than: string }) {
  return (
    <Section heading={words.others} tone="sage">
      <ul className={styles.list}>
        {services
          .filter(({ slug }) => slug !== than)
          .map(({ slug, name, summary }) => (
            <li key={slug}>
              <Link to={paths.service(slug)} className={styles.link}>
                {name}
              </Link>
              <p>{summary}</p>
            </li>
          ))}
      </ul>
    </Section>
  );
}
