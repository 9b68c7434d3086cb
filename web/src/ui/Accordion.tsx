import { useId } from "react";
import styles from "./Accordion.module.css";

/** A question with its answer. */
export type AccordionItem = { question: string; answer: string };

type AccordionProps = {
  items: readonly AccordionItem[];
  /** Heading level of the questions. */
  level: 2 | 3 | 4;
};

/** Questions, one open at a time, initially the first. Works without scripts. */
export function Accordion({ items, level }: AccordionProps) {
  const group = useId();
  const Heading = `h${level}` as const;
  return (
    <div className={styles.list}>
      {items.map(({ question, answer }, index) => (
        // With a shared name the browser closes the other items. Older ones keep them open.
        <details key={question} name={group} open={index === 0} className={styles.item}>
          <summary className={styles.summary}>
            <Heading className={styles.question}>{question}</Heading>
          </summary>
          <p className={styles.answer}>{answer}</p>
        </details>
      ))}
    </div>
  );
}
