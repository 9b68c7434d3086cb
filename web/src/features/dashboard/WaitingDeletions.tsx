import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "../../api/get-inbox";
import { QuietLine } from "../../ui/QuietLine";
import { formatNumber } from "../../ui/format/format-number";

/** Tells that records whose time is over wait until whoever runs the server confirms that they may go. */
export function WaitingDeletions() {
  const { data } = useQuery(inboxQuery);
  const waiting = data?.retention?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <QuietLine due>
      {waiting === 1 ? "1 record is" : `${formatNumber(waiting)} records are`} past the date of
      deletion. Whoever runs the server confirms it with <code>agency-server sweep --yes</code>.
    </QuietLine>
  );
}
