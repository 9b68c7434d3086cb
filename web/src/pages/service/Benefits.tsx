import check from "bootstrap-icons/icons/check2.svg?react";
import { servicePage as words } from "~/content/service-page";
import { classNames } from "~/ui/styles/class-names";
import { Icon } from "~/ui/Icon";
import layout from "~/ui/layout/layout.module.css";
import styles from "./Benefits.module.css";

/** The benefits for a client. */
export function Benefits({ benefits }: { benefits: readonly string[] }) {
  return (
    <section className={styles.band} aria-labelledby="benefits">
      <div className={classNames(layout.container, styles.columns)}>
        <h2 id="benefits">{words.benefits}</h2>
        <ul className={styles.list}>
          {benefits.map((benefit) => (
            <li key={benefit}>
              <Icon svg={check} />
              {benefit}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
