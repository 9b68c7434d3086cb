import type { Other } from "../../../api/submissions";
import { lists, recordPath } from "../../../paths";
import { DateTime } from "../../../ui/format/DateTime";
import { Link } from "../../../ui/Link";

/** The ways to what else came from an address. */
export function OtherRecords({ others }: { others: readonly Other[] }) {
  return (
    <ul>
      {others.map(({ kind, slug, submitted_at }) => (
        <li key={slug}>
          <Link to={recordPath(lists[kind], slug)}>
            {lists[kind].label}, <DateTime iso={submitted_at} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
