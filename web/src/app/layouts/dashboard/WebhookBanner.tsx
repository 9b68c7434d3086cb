import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "~/api/inbox";
import { Banner } from "~/ui/Banner";
import { formatNumber } from "~/ui/format/format-number";

/** A banner about webhooks that could not be sent, with the receiver's answer and what to do. */
export function WebhookBanner() {
  const { data: inbox } = useQuery(inboxQuery);
  const { failed = 0, answer } = inbox?.webhooks ?? {};
  if (failed === 0) return null;
  const webhooks =
    failed === 1 ? "A webhook about a record" : `${formatNumber(failed)} webhooks about records`;
  return (
    // Replaced as a whole: a translator of the browser replaces the texts in it.
    <Banner key={`${webhooks} ${answer}`} due>
      {webhooks} could not be sent{answer ? <>: the last attempt ended with “{answer}”</> : null}.
      Nothing is lost. Ask the operator of the server to check the settings with{" "}
      <code>agency-server webhook-test</code>, and to resend with{" "}
      <code>agency-server webhook-retry</code>.
    </Banner>
  );
}
