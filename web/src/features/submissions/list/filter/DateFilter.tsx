import { useState } from "react";
import type { Filter } from "~/rules/filter";
import { LabelledSelect } from "~/ui/list/LabelledSelect";
import { DateInput } from "~/ui/list/DateInput";
import { dayOf, endOfDay, spans, startOfDay } from "./days";

type Dates = Pick<Filter, "from" | "to">;

type DateFilterProps = Dates & { onChange: (change: Partial<Dates>) => void };

const ANY = "any";
const BETWEEN = "between";

const options = [
  { value: ANY, label: "Any time" },
  ...spans,
  { value: BETWEEN, label: "Between dates" },
];

/** Filters a list by days in the user's time zone. */
export function DateFilter({ from, to, onChange }: DateFilterProps) {
  const [choosing, setChoosing] = useState(false);
  const span = spans.find(({ value }) => !to && from === value);
  const dated = from !== null || to !== null;
  const shown = span && !choosing ? span.value : choosing || dated ? BETWEEN : ANY;

  function choose(value: string) {
    setChoosing(value === BETWEEN);
    if (value === ANY) onChange({ from: null, to: null });
    else if (value !== BETWEEN) onChange({ from: value, to: null });
  }

  return (
    <>
      <LabelledSelect label="Submitted" value={shown} options={options} onChange={choose} />
      {shown === BETWEEN && (
        <>
          <DateInput
            label="From"
            day={from && dayOf(from)}
            onChange={(day) => onChange({ from: day && startOfDay(day) })}
          />
          <DateInput
            label="To"
            day={to && dayOf(to)}
            onChange={(day) => onChange({ to: day && endOfDay(day) })}
          />
        </>
      )}
    </>
  );
}
