import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { inboxQuery } from "~/api/inbox";
import type { InboxResponse } from "~/api/schema";
import { Banner } from "~/ui/Banner";
import { formatNumber } from "~/ui/format/format-number";

type Problem = { what: string; advice: ReactNode };

/** Banners about what the operator of the server has to do. */
export function OperatorBanners() {
  const { data } = useQuery(inboxQuery);
  return (
    data &&
    problemsOf(data).map(({ what, advice }) => (
      <Banner key={what} due>
        <span>{what}</span> {advice}
      </Banner>
    ))
  );
}

function problemsOf({ failing_tasks: tasks, mail, webhooks, retention }: InboxResponse) {
  const { waiting } = retention;
  const deletions = waiting === 1 ? "1 record is" : `${formatNumber(waiting)} records are`;
  const problems: (Problem | false)[] = [
    tasks.length > 0 && {
      what: `Background ${tasks.length === 1 ? "task" : "tasks"} failing: ${tasks.join(", ")}.`,
      advice: "See the server’s log.",
    },
    unsent("mail", mail, "the mail server said"),
    unsent("webhook", webhooks, "the last attempt ended with"),
    waiting > 0 && {
      what: `${deletions} due for deletion.`,
      advice: (
        <>
          Ask the operator of the server to confirm it with <code>agency-server sweep --yes</code>.
        </>
      ),
    },
  ];
  return problems.filter((problem) => problem !== false);
}

/** Describes deliveries that have failed for good, with the last response. */
function unsent(kind: string, { failed, answer }: InboxResponse["mail"], because: string) {
  const which =
    failed === 1 ? `A ${kind} about a record` : `${formatNumber(failed)} ${kind}s about records`;
  return (
    failed > 0 && {
      what: `${which} could not be sent${answer ? `: ${because} “${answer}”` : ""}.`,
      advice: (
        <>
          Nothing is lost. Ask the operator of the server to check the settings with{" "}
          <code>{`agency-server ${kind}-test`}</code>, and to resend with{" "}
          <code>{`agency-server ${kind}-retry`}</code>.
        </>
      ),
    }
  );
}
