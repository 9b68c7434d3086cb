import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "~/api/inbox";
import { Banner } from "~/ui/Banner";
import { formatNumber } from "~/ui/format/format-number";

/** A banner about mails that could not be sent, with the mail server's error and what to do. */
export function MailBanner() {
  const { data: inbox } = useQuery(inboxQuery);
  const { failed = 0, answer: reply } = inbox?.mail ?? {};
  if (failed === 0) return null;
  const mails =
    failed === 1 ? "A mail about a record" : `${formatNumber(failed)} mails about records`;
  return (
    // Replaced as a whole: a translator of the browser replaces the texts in it.
    <Banner key={`${mails} ${reply}`} due>
      {mails} could not be sent{reply ? <>: the mail server said “{reply}”</> : null}. Nothing is
      lost. Ask the operator of the server to check the settings with{" "}
      <code>agency-server mail-test</code>, and to resend with <code>agency-server mail-retry</code>
      .
    </Banner>
  );
}
