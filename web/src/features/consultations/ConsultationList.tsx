import { dashboardPageSize } from "../../rules/metadata";
import { Pager } from "../../ui/list/Pager";
import { SortSelect } from "../../ui/list/SortSelect";
import { useListLocation } from "../../ui/list/useListLocation";
import { Spinner } from "../../ui/Spinner";
import styles from "./ConsultationList.module.css";
import { ConsultationTable } from "./ConsultationTable";
import { EmptyList, FailedList } from "./ListNotices";
import { useConsultations } from "./useConsultations";

const counted = new Intl.NumberFormat("en-US");

/** The consultations, ten a page. */
export function ConsultationList() {
  const { page, sort, pageSearch, changeSort } = useListLocation();
  const { data, error, isPlaceholderData, refetch } = useConsultations(page, sort);

  return (
    <section className={styles.section} aria-labelledby="consultations">
      <header className={styles.head}>
        <h1 id="consultations">Consultations</h1>
        {data && data.count > 0 && (
          <p className={styles.count} role="status">
            {counted.format(data.count)} in all
          </p>
        )}
        <SortSelect sort={sort} onChange={changeSort} />
      </header>
      <div className={styles.card} aria-busy={isPlaceholderData || undefined}>
        {data && data.results.length > 0 && <ConsultationTable consultations={data.results} />}
        {data && data.results.length === 0 && (
          <EmptyList count={data.count} first={pageSearch(1)} />
        )}
        {!data && error && <FailedList error={error} retry={() => void refetch()} />}
        {!data && !error && <Spinner label="Loading consultations" />}
      </div>
      {data && (
        <Pager
          label="Pages of consultations"
          page={page}
          count={data.count}
          pageSize={dashboardPageSize}
          search={pageSearch}
        />
      )}
    </section>
  );
}
