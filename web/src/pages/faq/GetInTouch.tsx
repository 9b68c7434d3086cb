import envelope from "bootstrap-icons/icons/envelope.svg?react";
import telephone from "bootstrap-icons/icons/telephone.svg?react";
import { faq } from "~/content/faq";
import { site } from "~/content/site";
import { Icon } from "~/ui/Icon";
import styles from "./GetInTouch.module.css";

/** Links for questions that the page does not answer. */
export function GetInTouch() {
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
