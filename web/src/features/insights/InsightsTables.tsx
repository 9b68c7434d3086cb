import type { CSSProperties, ReactNode } from "react";
import type { Resource } from "@rules/public.js";
import type { Insights } from "~/api/insights";
import { lists } from "~/paths";
import { defaultFilter, type Filter } from "~/rules/filter";
import { useStaffRules } from "~/rules/useRules";
import { formatDuration } from "~/ui/format/duration";
import { formatNumber } from "~/ui/format/format-number";
import { Link } from "~/ui/Link";
import styles from "./Insights.module.css";
import { formatBucket } from "./periods";

type Sums = Insights["total"];
type Named = Insights["channels"][number];

type Row<T> = { key: string; label: ReactNode; figures: T };

/** A column that is not of one list. */
type SharedColumn<T> = { label: string; render: (figures: T, isBar: boolean) => ReactNode };

/** A column for each list, whose counts link to the records that they count. */
type CountColumns<T> = {
  label: string;
  count: (figures: T, list: Resource) => number | undefined;
  /** What the records of the count have in common. */
  filter: (figures: T) => Partial<Filter>;
  /** The count of a bar of full length; none without bars. */
  most?: number;
};

type FigureTableProps<T> = {
  heading: string;
  /** What the rows are. */
  column: string;
  asked: readonly Resource[];
  body: readonly Row<T>[];
  foot?: readonly Row<T>[];
  shared?: readonly SharedColumn<T>[];
  counts: readonly CountColumns<T>[];
};

/** A table of figures. The roles are explicit because CSS changes the layout of rows on narrow screens. */
function FigureTable<T>(props: FigureTableProps<T>) {
  const { heading, column, asked, body, foot = [], shared = [], counts } = props;
  const isOne = asked.length === 1;
  const columns = counts.flatMap((group) =>
    asked.map((list) => ({ ...group, list, key: `${group.label} ${list}` })),
  );
  const cells = ({ key, label, figures }: Row<T>, isBar: boolean) => (
    <tr key={key} role="row">
      <th role="rowheader" scope="row" dir="auto" data-name>
        {label}
      </th>
      {shared.map((each) => (
        <td key={each.label} role="cell" data-shared>
          {each.render(figures, isBar)}
        </td>
      ))}
      {columns.map(({ key: id, list, count, filter, most }) => {
        const number = count(figures, list) ?? 0;
        const link = <Count list={list} count={number} filter={filter(figures)} />;
        return (
          <td key={id} role="cell">
            {isBar && most ? <Bar share={number / most}>{link}</Bar> : link}
          </td>
        );
      })}
    </tr>
  );
  return (
    <table
      className={styles.table}
      role="table"
      aria-labelledby={heading}
      data-shared={shared.length}
    >
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" rowSpan={isOne ? 1 : 2} data-name>
            {column}
          </th>
          {shared.map(({ label }) => (
            <th key={label} role="columnheader" scope="col" rowSpan={isOne ? 1 : 2} data-shared>
              {label}
            </th>
          ))}
          {counts.map(({ label }) => (
            <th
              key={label}
              role="columnheader"
              scope={isOne ? "col" : "colgroup"}
              colSpan={asked.length}
            >
              {label}
            </th>
          ))}
        </tr>
        {!isOne && (
          <tr role="row">
            {columns.map(({ key, list }) => (
              <th key={key} role="columnheader" scope="col">
                {lists[list].label}
              </th>
            ))}
          </tr>
        )}
      </thead>
      <tbody role="rowgroup">{body.map((row) => cells(row, true))}</tbody>
      {foot.length > 0 && <tfoot role="rowgroup">{foot.map((row) => cells(row, false))}</tfoot>}
    </table>
  );
}

type CountProps = { count: number; list: Resource; filter: Partial<Filter> };

/** A count that links to the list with exactly these records. */
function Count({ count, list, filter }: CountProps) {
  const rules = useStaffRules();
  if (count === 0) return "0";
  const query = rules.writeFilter({ ...defaultFilter, ...filter });
  return <Link to={`${lists[list].path}?${query}`}>{formatNumber(count)}</Link>;
}

/** A figure with a bar for its share of the largest one. */
function Bar({ share, children }: { share: number; children: ReactNode }) {
  return (
    <span className={styles.bar} style={{ "--share": share } as CSSProperties}>
      {children}
    </span>
  );
}

type PeriodTableProps = {
  heading: string;
  data: Insights;
  /** The week or month that has begun, which `data` leaves out. */
  begun: Insights | undefined;
  /** The period before, if it can be compared. */
  before: Sums | undefined;
  asked: readonly Resource[];
};

/** Returns the rows of a table by time: weeks or months and what has begun, then the sum and the period before. */
function rowsOf({ data, begun, before }: PeriodTableProps) {
  const { unit, buckets, total } = data;
  const body = buckets.map((figures): Row<Sums> => {
    return { key: figures.from, label: formatBucket(figures.from, figures.to, unit), figures };
  });
  if (begun) body.push({ key: "begun", label: `This ${unit} so far`, figures: begun.total });
  const label = begun ? `Total without this ${unit}` : "Total";
  const foot = [{ key: "total", label, figures: total }];
  if (before) foot.push({ key: "before", label: "Period before", figures: before });
  return { body, foot };
}

const periodOf = ({ from, to }: Sums) => ({ from, to });

const countOf = (sums: Sums, list: Resource) => sums.lists[list]?.count ?? 0;

/** The number of submissions by time, and that of spam. */
export function SubmissionTable(props: PeriodTableProps) {
  const { heading, data, asked } = props;
  const rows = rowsOf(props);
  return (
    <FigureTable
      {...{ heading, asked, ...rows }}
      column={data.unit === "week" ? "Week" : "Month"}
      counts={[
        {
          label: "Submissions",
          count: countOf,
          filter: (sums) => ({ box: "kept", ...periodOf(sums) }),
          most: Math.max(
            ...rows.body.flatMap(({ figures }) => asked.map((list) => countOf(figures, list))),
          ),
        },
        {
          label: "Spam",
          count: (sums, list) => sums.lists[list]?.spam,
          filter: (sums) => ({ box: "spam", ...periodOf(sums) }),
        },
      ]}
    />
  );
}

/** How soon records got a first action, by when they came in. */
export function AnswerTable(props: PeriodTableProps) {
  const { heading, asked } = props;
  const rows = rowsOf(props);
  const longest = Math.max(1, ...rows.body.map(({ figures }) => figures.p90 ?? 0));
  const time = (label: string, key: "median" | "p90"): SharedColumn<Sums> => ({
    label,
    render({ [key]: seconds }, isBar) {
      if (seconds === null) return "–";
      const words = formatDuration(seconds);
      return isBar ? <Bar share={seconds / longest}>{words}</Bar> : words;
    },
  });
  return (
    <FigureTable
      {...{ heading, asked, ...rows }}
      column="Came in"
      shared={[time("Median", "median"), time("90th percentile", "p90")]}
      counts={[
        {
          label: "Acted on",
          count: (sums, list) => sums.lists[list]?.answered,
          filter: (sums) => ({ box: "kept", waiting: "no", ...periodOf(sums) }),
        },
        {
          label: "No action yet",
          count: (sums, list) => sums.lists[list]?.waiting,
          filter: (sums) => ({ box: "kept", waiting: "yes", ...periodOf(sums) }),
        },
      ]}
    />
  );
}

type NameTableProps = {
  heading: string;
  /** What the names are. */
  column: string;
  rows: readonly Named[];
  asked: readonly Resource[];
  /** All records of the period. */
  total: Sums;
  /** Whether the names share all records among them. */
  hasShares?: boolean;
  labelOf?: (name: string) => string;
  filterOf: (name: string) => Partial<Filter>;
};

/** The number of submissions by a name, and how many of them are done. */
export function NameTable(props: NameTableProps) {
  const { heading, column, rows, asked, total, hasShares, labelOf = String, filterOf } = props;
  if (rows.length === 0) return <p className={styles.none}>None in this period.</p>;
  const sum = (counts: Record<string, { count: number } | undefined>) =>
    asked.reduce((count, list) => count + (counts[list]?.count ?? 0), 0);
  const most = Math.max(...rows.map((row) => sum(row.lists)));
  const share: SharedColumn<Named> = {
    label: "Share",
    render: (row) => `${Math.round((100 * sum(row.lists)) / sum(total.lists))}%`,
  };
  return (
    <FigureTable
      {...{ heading, column, asked }}
      body={rows.map((row) => ({
        key: row.name,
        label: <Bar share={sum(row.lists) / most}>{labelOf(row.name)}</Bar>,
        figures: row,
      }))}
      shared={hasShares ? [share] : []}
      counts={[
        {
          label: "Submissions",
          count: (row, list) => row.lists[list]?.count,
          filter: (row) => ({ box: "kept", ...filterOf(row.name), ...periodOf(total) }),
        },
        {
          label: "Done",
          count: (row, list) => row.lists[list]?.done,
          filter: (row) => ({ box: "done", ...filterOf(row.name), ...periodOf(total) }),
        },
      ]}
    />
  );
}
