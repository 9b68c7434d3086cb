import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "~/api/inbox";
import { Banner } from "~/ui/Banner";

/** A banner that names the server's failing background tasks. */
export function FailingTasks() {
  const { data } = useQuery(inboxQuery);
  const tasks = data?.failing_tasks ?? [];
  if (tasks.length === 0) return null;
  return (
    <Banner due>
      {`Background ${tasks.length === 1 ? "task" : "tasks"} failing: ${tasks.join(", ")}. See the server’s log.`}
    </Banner>
  );
}
