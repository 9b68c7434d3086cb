import arrow from "bootstrap-icons/icons/arrow-left.svg?icon";
import reply from "bootstrap-icons/icons/reply.svg?icon";
import { type ReactNode, useId } from "react";
import type { Detail, Other, Submission } from "~/api/submissions";
import { type List, lists, recordPath } from "~/paths";
import { Button } from "~/ui/Button";
import { classNames } from "~/ui/styles/class-names";
import layout from "~/ui/layout/facts.module.css";
import { Icon } from "~/ui/Icon";
import { DashboardTitle } from "~/seo/DashboardTitle";
import { DateTime } from "~/ui/format/DateTime";
import { Link } from "~/ui/Link";
import { notify } from "~/ui/toast/toast";
import { DeletionDate } from "./DeletionDate";
import { EmailAddress } from "./EmailAddress";
import type { SubmissionKind } from "../kinds/kind";
import { textFields, textOf } from "../kinds/text-fields";
import { SourceSentence } from "./SourceSentence";
import { PreviousNext } from "./PreviousNext";
import type { NeighbourNavigation } from "./useNeighbours";
import { marked } from "../shared/Marked";
import { FROM_RECORD } from "../shared/opened-from";
import styles from "./SubmissionRecord.module.css";
import { useStaff } from "~/features/session/useStaff";
import { History } from "./work/History";
import { NoteForm } from "./work/NoteForm";
import { useOlderHistory } from "./work/useOlderHistory";
import { useRecordActions } from "./work/useRecordActions";
import { WorkPanel } from "./work/WorkPanel";

type SubmissionRecordProps<T extends Submission> = {
  kind: SubmissionKind<T>;
  submission: Detail<T>;
  /** Whether this is more than a row of a list. */
  isLoaded: boolean;
  /** The navigation to other records of the list, in the dashboard. */
  neighbours: NeighbourNavigation | undefined;
  back: () => void;
};

/** Shows a record, with its actions, notes and history. */
export function SubmissionRecord<T extends Submission>(props: SubmissionRecordProps<T>) {
  const { kind, submission, isLoaded, neighbours, back } = props;
  const { facts = [], queries, words } = kind;
  const texts = textFields(kind.form);
  const { email, other_spelling: spelling, slug, submitted_at, others } = submission;
  const [heading, notes] = [useId(), useId()];
  const staff = useStaff();
  const actions = useRecordActions(queries.resource, submission);
  const older = useOlderHistory(kind, submission);
  return (
    <article className={styles.article} aria-labelledby={heading}>
      {neighbours && <DashboardTitle name={submission.full_name} />}
      <header className={styles.head}>
        <Button tone="quiet" size="s" onClick={back}>
          <Icon svg={arrow} /> Back
        </Button>
        {neighbours && <PreviousNext {...neighbours} />}
        <Button tone="outline" size="s" onClick={() => notify("info", kind.reply.notice)}>
          <Icon svg={reply} /> {kind.reply.label}
        </Button>
      </header>
      <hgroup className={styles.title}>
        <p>{words.one}</p>
        <h1 id={heading} dir="auto">
          {marked(submission.full_name)}
        </h1>
      </hgroup>
      <WorkPanel record={submission} staff={staff} actions={actions} leave={neighbours?.leave} />
      <div className={classNames(layout.card, styles.card)}>
        <dl className={classNames(layout.facts, styles.facts)}>
          <Fact label="Email">
            <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>
              <EmailAddress email={email} />
            </a>
            {spelling && (
              <p className={styles.spelling}>
                <EmailAddress email={spelling} />
              </p>
            )}
          </Fact>
          {texts
            .filter(({ isLong }) => !isLong)
            .map((field) => (
              <Fact key={field.name} label={field.label}>
                {textOf(submission, field) ?? "None given"}
              </Fact>
            ))}
          {facts.map(({ label, render }) => (
            <Fact key={label} label={label}>
              {render(submission)}
            </Fact>
          ))}
          <Fact label="Submitted At">
            <DateTime iso={submitted_at} />
          </Fact>
          {isLoaded && (
            <Fact label="Source">
              <SourceSentence source={submission.source} />
            </Fact>
          )}
          {others.length > 0 && (
            <Fact label="Other submissions from this email" className={styles.others}>
              <OtherRecords others={others} />
            </Fact>
          )}
          {texts
            .filter(({ isLong }) => isLong)
            .map((field) => (
              <Fact key={field.name} label={field.label} className={styles.message}>
                {textOf(submission, field) ?? "None given"}
              </Fact>
            ))}
        </dl>
        <DeletionDate at={submission.delete_at} />
      </div>
      {isLoaded && (
        <section className={styles.conversation} aria-labelledby={notes}>
          <h2 id={notes}>Notes and history</h2>
          <History
            entries={submission.history}
            older={older}
            received={submitted_at}
            me={staff.me?.username}
            labelledBy={notes}
          />
          <NoteForm actions={actions} writer={staff.me} about={`${queries.resource}/${slug}`} />
        </section>
      )}
    </article>
  );
}

type FactProps = { label: string; className?: string | undefined; children: ReactNode };

function Fact({ label, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd dir="auto">{marked(children)}</dd>
    </div>
  );
}

/** Links to the other submissions from an email address. */
function OtherRecords({ others }: { others: readonly Other[] }) {
  return (
    <ul>
      {others.map(({ kind, slug, submitted_at }) => {
        // A newer server may have more lists.
        const list: List | undefined = lists[kind];
        return (
          list && (
            <li key={slug}>
              <Link to={recordPath(list, slug)} state={FROM_RECORD}>
                {list.label}, <DateTime iso={submitted_at} />
              </Link>
            </li>
          )
        );
      })}
    </ul>
  );
}
