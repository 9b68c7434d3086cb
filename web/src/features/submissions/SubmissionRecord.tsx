import arrow from "bootstrap-icons/icons/arrow-left.svg?raw";
import reply from "bootstrap-icons/icons/reply.svg?raw";
import { type ReactNode, useId } from "react";
import type { Submission } from "../../api/submissions";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { DateTime } from "../../ui/DateTime";
import { notifyInfo } from "../../ui/toast";
import { EmailAddress } from "./EmailAddress";
import type { SubmissionKind } from "./kind";
import styles from "./SubmissionRecord.module.css";

type SubmissionRecordProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  submission: T;
  back: () => void;
};

/** What a visitor has sent. */
export function SubmissionRecord<T extends Submission>({
  kind: { answer, facts, text, words },
  submission,
  back,
}: SubmissionRecordProps<T>) {
  const { full_name, email, submitted_at } = submission;
  const heading = useId();
  return (
    <article className={styles.article} aria-labelledby={heading}>
      <header className={styles.head}>
        <Button tone="quiet" size="s" onClick={back}>
          <Icon svg={arrow} /> Back
        </Button>
        <Button size="s" onClick={() => notifyInfo(answer.notice)}>
          <Icon svg={reply} /> {answer.label}
        </Button>
      </header>
      <div className={styles.card}>
        <h1 id={heading}>{words.one}</h1>
        <dl className={styles.facts}>
          {full_name !== undefined && <Fact label="Full Name">{full_name}</Fact>}
          <Fact label="Email">
            <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>
              <EmailAddress email={email} />
            </a>
          </Fact>
          {facts.map(({ label, of }) => (
            <Fact key={label} label={label}>
              {of(submission)}
            </Fact>
          ))}
          <Fact label="Submitted At">
            <DateTime iso={submitted_at} />
          </Fact>
          {text && (
            <Fact label={text.label} className={styles.message}>
              {text.of(submission)}
            </Fact>
          )}
        </dl>
      </div>
    </article>
  );
}

type FactProps = { label: string; className?: string | undefined; children: ReactNode };

function Fact({ label, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
