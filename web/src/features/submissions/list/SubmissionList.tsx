import chart from "bootstrap-icons/icons/bar-chart.svg?icon";
import { type RefObject, useEffect, useId, useRef } from "react";
import { NavigationType, useNavigationType } from "react-router-dom";
import type { Submission } from "~/api/submissions";
import { type Filter, hasFilter, isSearch } from "~/rules/filter";
import { dashboardPageSize } from "~/rules/metadata";
import { useStaffRules } from "~/rules/useRules";
import { paths } from "~/paths";
import { Pager } from "./Pager";
import { DashboardTitle } from "~/seo/DashboardTitle";
import { Icon } from "~/ui/Icon";
import { Link } from "~/ui/Link";
import { Spinner } from "~/ui/Spinner";
import { BoxTabs } from "./BoxTabs";
import { ExportButton } from "./ExportButton";
import { FilterSummary } from "./filter/FilterSummary";
import { useListFilter } from "./filter/useListFilter";
import { countWords } from "./filter/words";
import type { SubmissionKind } from "../kinds/kind";
import { ListToolbar } from "./ListToolbar";
import { EmptyList, FailedList } from "./ListNotices";
import { NewRecordsBanner } from "./list-updates/NewRecordsBanner";
import { MarksContext } from "../shared/marks";
import { useSearchText } from "../shared/search-text";
import styles from "./SubmissionList.module.css";
import { SelectionBar } from "./SelectionBar";
import { SubmissionTable } from "./SubmissionTable";
import { useBoxCounts } from "./useBoxCounts";
import { useListActions } from "./useListActions";
import { useRowKeys } from "./useRowKeys";
import { useSelection } from "./useSelection";
import { useSubmissions } from "./useSubmissions";

/** Shows the records of one type that match the filter in the URL, in pages. */
export function SubmissionList<T extends Submission>({ kind }: { kind: SubmissionKind<T> }) {
  const list = useListFilter();
  const { filter, errors, search } = list;
  const { text, pending } = useSearchText();
  const { page, rows, busy, note, error, retry } = useSubmissions(
    kind,
    filter,
    pending ? text : undefined,
  );
  const counts = useBoxCounts(kind, filter);
  const rules = useStaffRules();
  const title = useId();
  const table = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const many = kind.words.many.toLowerCase();
  const card = useRef<HTMLDivElement>(null);
  const empty = !page && !rows?.length;
  useNewPage(heading, filter.page, !!rows?.length);
  useRowKeys(card);
  const selection = useSelection(rows ?? [], search({ q: text, page: filter.page }));
  const { pending: acting, act } = useListActions(
    card,
    kind.queries.resource,
    rows ?? [],
    selection,
  );

  /** Changes the filter and focuses the heading, because the pressed button may be gone. */
  function changeAndStay(change: Partial<Filter>) {
    list.change(change);
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <section className={styles.section} aria-labelledby={title}>
      <header className={styles.head}>
        <h1 id={title} ref={heading} tabIndex={-1}>
          {kind.words.many}
        </h1>
        <p className={styles.count} role="status">
          {!empty && note && <span>{note}</span>}
          {!note && page && page.count > 0 && <span>{countWords(page, filter, rules)}</span>}
          {!note && page && page.count > 0 && filter.page > 1 && (
            <span className="visually-hidden">{`, page ${filter.page}`}</span>
          )}
        </p>
        <ListToolbar filter={filter} change={list.change} />
      </header>
      <div className={styles.boxes}>
        <BoxTabs box={filter.box} counts={counts} search={(box) => search({ box })} />
        <Link
          to={paths.insights}
          className={styles.insights}
          aria-label="Insights"
          title="Insights"
        >
          <Icon svg={chart} />
        </Link>
        {page && !busy && (page.count > 0 || page.complete === false) && (
          <ExportButton kind={kind} filter={filter} count={page} />
        )}
      </div>
      {(filter.assigned || isSearch(filter)) && (
        <FilterSummary filter={filter} change={changeAndStay} />
      )}
      {errors.length > 0 && (
        <p className={styles.note}>{`Ignored in the URL: ${errors.join(". ")}.`}</p>
      )}
      {page?.complete === false && (
        <p className={styles.note}>
          {`Still indexing older ${many}. ${
            filter.q
              ? "Some may not be found yet; an export has all of them."
              : "Some may not be in their place by name yet."
          }`}
        </p>
      )}
      <div>
        {page && !busy ? (
          <NewRecordsBanner
            kind={kind}
            filter={filter}
            page={page}
            onShow={() => heading.current?.focus({ preventScroll: true })}
          />
        ) : (
          <DashboardTitle name={kind.words.many} />
        )}
        <div className={styles.card} ref={card} aria-busy={busy || undefined}>
          {rows && rows.length > 0 && (
            <MarksContext value={pending ? text : filter.q}>
              <SelectionBar
                table={table}
                selection={selection}
                rows={rows.length}
                pending={acting}
                act={act}
              />
              <SubmissionTable
                kind={kind}
                submissions={rows}
                heading={title}
                selection={selection}
                id={table}
                box={filter.box}
                query={search(pending ? { q: text } : { page: filter.page })}
              />
            </MarksContext>
          )}
          {page && page.results.length === 0 && (
            <EmptyList kind={kind} list={list} beyond={page.count > 0} change={changeAndStay} />
          )}
          {error && !page && (
            <FailedList
              error={error}
              retry={retry}
              change={changeAndStay}
              narrowed={hasFilter(filter)}
              many={many}
            />
          )}
          {empty && !error && <Spinner label={`Loading ${many}`} note={note} />}
        </div>
      </div>
      {page && (
        <Pager
          label="Pagination"
          page={filter.page}
          count={page.count}
          pageSize={dashboardPageSize}
          search={(target) => search({ page: target })}
        />
      )}
    </section>
  );
}

/**
 * Scrolls to the top of a new page; Back and Forward keep their scroll position. Focuses the heading when what had the
 * focus is gone: a link of the pager, or the last row and its bar.
 */
function useNewPage(heading: RefObject<HTMLElement | null>, page: number, hasRows: boolean) {
  const type = useNavigationType();
  const shown = useRef({ page, hasRows });
  useEffect(() => {
    const isNew = shown.current.page !== page;
    const isGone = isNew || (shown.current.hasRows && !hasRows);
    shown.current = { page, hasRows };
    if (isNew && type !== NavigationType.Pop) scrollTo(0, 0);
    if (isGone && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [heading, page, hasRows, type]);
}
