import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "../../api/get-inbox";
import { QuietLine } from "../../ui/QuietLine";

/** A banner that names the server's failing background tasks. */
export function FailingTasks() {
  const { data } = useQuery(inboxQuery);
  const tasks = data?.failing_tasks ?? [];
  if (tasks.length === 0) return null;
  return (
    <QuietLine due>
      Background {tasks.length === 1 ? "task" : "tasks"} failing: {tasks.join(", ")}. See the
      server’s log.
    </QuietLine>
  );
}
