import type { Other } from "~/api/submissions";
import { lists, recordPath } from "~/paths";
import { DateTime } from "~/ui/format/DateTime";
import { Link } from "~/ui/Link";
import { FROM_RECORD } from "../shared/opened-from";

/** Links to the other submissions from an email address. */
export function OtherRecords({ others }: { others: readonly Other[] }) {
  return (
    <ul>
      {others.map(({ kind, slug, submitted_at }) => (
        <li key={slug}>
          <Link to={recordPath(lists[kind], slug)} state={FROM_RECORD}>
            {lists[kind].label}, <DateTime iso={submitted_at} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
