import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSearchParams } from "react-router-dom";
import { ApiError } from "~/api/errors";
import { describeRetry } from "~/api/failures";
import { type Days, insightsQuery, type PeriodInsights } from "~/api/insights";
import { lists, resources } from "~/paths";
import { type Channel, channelLabel } from "~/rules/labels";
import { DateInput } from "~/ui/list/DateInput";
import { LabelledSelect } from "~/ui/list/LabelledSelect";
import { Notice } from "~/ui/Notice";
import { RetryButton } from "~/ui/RetryButton";
import { Spinner } from "~/ui/Spinner";
import { AnswerTable, NameTable, SubmissionTable } from "./InsightsTables";
import styles from "./Insights.module.css";
import { formatDay, formatDays, lastPeriod, periodNames, periods } from "./periods";

const ALL_LISTS = "All lists";

/** How many submissions came in, from where, and how soon they got a first action. */
export function InsightsView() {
  const [params, setParams] = useSearchParams();
  const list = resources.find((resource) => resource === params.get("list"));
  const name = periodNames.find((period) => period === params.get("period")) ?? "12w";
  const period = name === "own" ? { whole: ownDays(params) } : lastPeriod(name);
  const { whole } = period;
  const insights = useQuery(insightsQuery(list, period));
  const { data, error } = insights;

  function change(changed: Record<string, string | null>) {
    setParams(
      (former) => {
        for (const [key, value] of Object.entries(changed)) {
          if (value) former.set(key, value);
          else former.delete(key);
        }
        return former;
      },
      { replace: true },
    );
  }

  return (
    <div className={styles.insights}>
      <header className={styles.head}>
        <h1>Insights</h1>
        <div className={styles.choices}>
          <LabelledSelect
            label="List"
            value={list ?? ""}
            options={[
              { value: "", label: ALL_LISTS },
              ...resources.map((value) => ({ value, label: lists[value].label })),
            ]}
            onChange={(value) => change({ list: value })}
          />
          <LabelledSelect
            label="Period"
            value={name}
            options={periodNames.map((value) => ({ value, label: periods[value] }))}
            onChange={(value) =>
              change({ period: value, ...(value === "own" ? whole : { from: null, to: null }) })
            }
          />
          {name === "own" && (
            <>
              <DateInput label="From" day={whole.from} onChange={(from) => change({ from })} />
              <DateInput label="To" day={whole.to} onChange={(to) => change({ to })} />
            </>
          )}
        </div>
      </header>
      {data && (
        <div className={styles.figures} aria-busy={insights.isPlaceholderData || undefined}>
          <Figures {...data} />
        </div>
      )}
      {!data && error && (
        <Notice role="alert" title="Error loading insights">
          {error instanceof ApiError && error.fields ? (
            <p>{`${Object.values(error.fields).join(". ")}.`}</p>
          ) : (
            <RetryButton retry={() => void insights.refetch()} tone="outline" size="s" />
          )}
        </Notice>
      )}
      {!data && !error && <Spinner label="Loading insights" note={describeRetry(insights)} />}
    </div>
  );
}

/** Returns whether records are kept only from a time on that is after the beginning of a period. */
const isAfter = (keptFrom: string | null, begin: string): keptFrom is string =>
  keptFrom !== null && Date.parse(keptFrom) > Date.parse(begin);

/** Returns the days in the URL. The last four weeks stand for one that is missing. */
function ownDays(params: URLSearchParams): Days {
  const { whole } = lastPeriod("4w");
  return { from: params.get("from") ?? whole.from, to: params.get("to") ?? whole.to };
}

function Figures({ list, data, begun }: PeriodInsights) {
  const [weeks, channels, answers] = [useId(), useId(), useId()];
  const [landings, campaigns] = [useId(), useId()];
  const asked = list ? [list] : resources;
  const { total, before, kept_from, spam_kept_from } = data;
  const isEmpty = [total, before, begun?.total].every(
    (sums) => !sums || asked.every((each) => !sums.lists[each]?.count && !sums.lists[each]?.spam),
  );
  // Deleted records cannot be counted, so they cannot be compared either. Some are kept for longer.
  const isCut = isAfter(kept_from, before.from);
  const older = isAfter(kept_from, total.from)
    ? `Records from before ${formatDay(kept_from)}`
    : "Older records";
  const deleted = [
    isCut && `${older} may have been deleted, so nothing is compared.`,
    isAfter(spam_kept_from, (isCut ? total : before).from) &&
      `Spam from before ${formatDay(spam_kept_from)} may have been deleted.`,
  ].filter((sentence) => sentence !== false);
  const byTime = { data, begun, before: isCut ? undefined : before, asked };
  return (
    <>
      <p className={styles.period}>
        <span className={styles.list}>{list ? lists[list].label : ALL_LISTS}</span>
        <span>{formatDays(data.from, data.to)}</span>
        <span>{`Days of ${data.zone.replaceAll("_", " ")}`}</span>
      </p>
      {deleted.map((sentence) => (
        <p key={sentence} className={styles.period}>
          {sentence}
        </p>
      ))}
      {isEmpty && (
        <Notice role="status" title="No submissions in this period">
          <p>
            Here you will see how many submissions came in, where they came from, and how soon they
            got a first action.
          </p>
        </Notice>
      )}
      <section className={styles.card} aria-labelledby={weeks}>
        <h2 id={weeks}>{data.unit === "week" ? "Submissions a week" : "Submissions a month"}</h2>
        <SubmissionTable {...byTime} heading={weeks} />
      </section>
      <section className={styles.card} aria-labelledby={channels}>
        <h2 id={channels}>Channels</h2>
        <NameTable
          {...{ asked, total }}
          heading={channels}
          column="Channel"
          rows={data.channels}
          hasShares
          labelOf={channelLabel}
          filterOf={(channel) => ({ channel: channel as Channel })}
        />
      </section>
      <section className={styles.card} aria-labelledby={answers}>
        <h2 id={answers}>Time to the first action</h2>
        <AnswerTable {...byTime} heading={answers} />
      </section>
      <section className={styles.card} aria-labelledby={landings}>
        <h2 id={landings}>Landing pages</h2>
        <NameTable
          {...{ asked, total }}
          heading={landings}
          column="Page"
          rows={data.landings}
          filterOf={(landing) => ({ landing })}
        />
      </section>
      <section className={styles.card} aria-labelledby={campaigns}>
        <h2 id={campaigns}>Campaigns</h2>
        <NameTable
          {...{ asked, total }}
          heading={campaigns}
          column="Campaign"
          rows={data.campaigns}
          filterOf={(campaign) => ({ campaign })}
        />
      </section>
    </>
  );
}
