import { useEffect, useId, useRef } from "react";
import type { Submission } from "../../api/submissions";
import { dashboardPageSize } from "../../rules/metadata";
import { useStaffRules } from "../../rules/useRules";
import { Button } from "../../ui/Button";
import { Pager } from "../../ui/list/Pager";
import { SortSelect } from "../../ui/list/SortSelect";
import { useListLocation } from "../../ui/list/useListLocation";
import { Spinner } from "../../ui/Spinner";
import { AssignedSelect } from "./AssignedSelect";
import { BoxTabs } from "./BoxTabs";
import { shownCount } from "./counts";
import type { SubmissionKind } from "./kind";
import { EmptyList, FailedList } from "./ListNotices";
import { filterWords } from "./list-words";
import styles from "./SubmissionList.module.css";
import { RowDescriptions } from "./RowMark";
import { SubmissionTable } from "./SubmissionTable";
import { useBoxCounts } from "./useBoxCounts";
import { useSubmissions } from "./useSubmissions";

/** What was sent of one kind, ten a page: all of it, or a box. */
export function SubmissionList<T extends Submission>({ kind }: { kind: SubmissionKind<T> }) {
  const list = useListLocation();
  const { page, box, assigned, pageSearch } = list;
  const { data, error, isPlaceholderData, refetch } = useSubmissions(kind, list);
  const counts = useBoxCounts(kind, assigned);
  const heading = useId();
  const shown = useRef(page);
  useEffect(() => {
    // The pager stands below a list that may be taller than the screen.
    if (shown.current !== page) scrollTo(0, 0);
    shown.current = page;
  }, [page]);
  const { empty, many } = kind.words;
  const filter = filterWords(list, useStaffRules()?.states ?? []);
  const nothing = filter ? `No ${many.toLowerCase()} are ${filter}` : empty;

  return (
    <section className={styles.section} aria-labelledby={heading}>
      <header className={styles.head}>
        <h1 id={heading}>{many}</h1>
        {data && data.count > 0 && (
          <p className={styles.count} role="status">
            {shownCount(data)} {filter || "in all"}
            {page > 1 && <span className="visually-hidden">, page {page}</span>}
          </p>
        )}
        <div className={styles.choices}>
          <AssignedSelect assigned={assigned} onChange={list.changeAssigned} />
          <SortSelect sort={list.sort} onChange={list.changeSort} />
        </div>
      </header>
      <BoxTabs
        label={`Boxes of ${many.toLowerCase()}`}
        box={box}
        counts={counts}
        search={list.boxSearch}
      />
      <div className={styles.card} aria-busy={isPlaceholderData || undefined}>
        {data && data.results.length > 0 && (
          <>
            <SubmissionTable kind={kind} submissions={data.results} heading={heading} />
            <RowDescriptions submissions={data.results} />
          </>
        )}
        {data && data.results.length === 0 && (
          <EmptyList first={pageSearch(1)} text={data.count > 0 ? undefined : nothing}>
            {assigned && (
              <Button tone="outline" size="s" onClick={() => list.changeAssigned(undefined)}>
                Show everybody’s
              </Button>
            )}
          </EmptyList>
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
