import { useId } from "react";
import type { Submission } from "../../api/submissions";
import { Spinner } from "../../ui/Spinner";
import { useListFilter } from "./filter/useListFilter";
import type { SubmissionKind } from "./kind";
import styles from "./SubmissionList.module.css";
import { SubmissionListView } from "./SubmissionListView";

/** What was sent of one kind, ten a page: all of it, or what a filter leaves. */
export function SubmissionList<T extends Submission>({ kind }: { kind: SubmissionKind<T> }) {
  const list = useListFilter();
  const heading = useId();
  const { many } = kind.words;
  if (list) return <SubmissionListView kind={kind} list={list} />;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h1 id={heading}>{many}</h1>
      <Spinner label={`Loading ${many.toLowerCase()}`} />
    </section>
  );
}
