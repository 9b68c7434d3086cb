import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "~/api/inbox";
import { Banner } from "~/ui/Banner";
import { formatNumber } from "~/ui/format/format-number";

/** A banner about records past their retention period, which wait for the operator's confirmation. */
export function WaitingDeletions() {
  const { data } = useQuery(inboxQuery);
  const waiting = data?.retention?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <Banner due>
      <span>{waiting === 1 ? "1 record is" : `${formatNumber(waiting)} records are`}</span> due for
      deletion. Ask the operator of the server to confirm it with{" "}
      <code>agency-server sweep --yes</code>.
    </Banner>
  );
}
