import { useEffect, useId, useRef } from "react";
import type { Submission } from "../../api/submissions";
import { dashboardPageSize } from "../../rules/metadata";
import { Pager } from "../../ui/list/Pager";
import { SortSelect } from "../../ui/list/SortSelect";
import { useListLocation } from "../../ui/list/useListLocation";
import { Spinner } from "../../ui/Spinner";
import type { SubmissionKind } from "./kind";
import { EmptyList, FailedList } from "./ListNotices";
import styles from "./SubmissionList.module.css";
import { SubmissionTable } from "./SubmissionTable";
import { useSubmissions } from "./useSubmissions";

const counted = new Intl.NumberFormat("en-US");

/** Everything of one kind that was sent, ten a page. */
export function SubmissionList<T extends Submission>({ kind }: { kind: SubmissionKind<T> }) {
  const { page, sort, pageSearch, changeSort } = useListLocation();
  const { data, error, isPlaceholderData, refetch } = useSubmissions(kind, page, sort);
  const heading = useId();
  const shown = useRef(page);
  useEffect(() => {
    // The pager stands below a list that may be taller than the screen.
    if (shown.current !== page) scrollTo(0, 0);
    shown.current = page;
  }, [page]);
  const { empty, many } = kind.words;

  return (
    <section className={styles.section} aria-labelledby={heading}>
      <header className={styles.head}>
        <h1 id={heading}>{many}</h1>
        {data && data.count > 0 && (
          <p className={styles.count} role="status">
            {counted.format(data.count)} in all
            {page > 1 && <span className="visually-hidden">, page {page}</span>}
          </p>
        )}
        <SortSelect sort={sort} onChange={changeSort} />
      </header>
      <div className={styles.card} aria-busy={isPlaceholderData || undefined}>
        {data && data.results.length > 0 && (
          <SubmissionTable kind={kind} submissions={data.results} heading={heading} />
        )}
        {data && data.results.length === 0 && (
          <EmptyList text={data.count === 0 ? empty : undefined} first={pageSearch(1)} />
        )}
        {!data && error && <FailedList error={error} retry={() => void refetch()} />}
        {!data && !error && <Spinner label={`Loading ${many.toLowerCase()}`} />}
      </div>
      {data && (
        <Pager
          label={`Pages of ${many.toLowerCase()}`}
          page={page}
          count={data.count}
          pageSize={dashboardPageSize}
          search={pageSearch}
        />
      )}
    </section>
  );
}
