import type { RecordAction } from "@rules/public.js";
import type { ActionBody, ActionResult } from "~/api/actions";
import type { Submission } from "~/api/submissions";
import { isAccount } from "../shared/history-person";
import { formatNumber } from "~/ui/format/format-number";
import type { Staff } from "~/features/session/useStaff";

type People = Pick<Staff, "me" | "people">;

/** The verb of each action, as in "Couldn't mark as done". */
export const verbs: Record<RecordAction, string> = {
  start: "start",
  finish: "mark as done",
  reopen: "reopen",
  spam: "mark as spam",
  not_spam: "mark as not spam",
  assign: "assign",
  note: "save the note",
  undo: "undo",
};

const results: Record<Exclude<RecordAction, "assign">, string> = {
  start: "started",
  finish: "marked as done",
  reopen: "reopened",
  spam: "marked as spam",
  not_spam: "marked as not spam",
  note: "noted",
  undo: "undone",
};

/** Returns the message after an action: "Marked as done", or "8 marked as done, 1 was changed by Grace". */
export function actionMessage(
  request: Pick<ActionBody, "action" | "to">,
  found: readonly ActionResult[],
  staff: People,
): string {
  const done = found.filter(({ status }) => status === 200);
  const failed = found.filter(({ status }) => status !== 200);
  const result = resultOf(request, staff);
  if (found.length === 1 && done[0]) {
    const name = done[0].record?.full_name;
    return request.action === "undo" && name ? `Undone: ${name}` : capitalized(result);
  }
  const first =
    done.length > 0
      ? `${formatNumber(done.length)} ${result}`
      : `Couldn't ${verbs[request.action]}`;
  if (failed.length === 0) return first;
  return [first, ...failureParts(failed, staff)].join(done.length > 0 ? ", " : ": ");
}

/** Returns why an action failed, for each record: "Ada Lovelace: Grace marked this as done". */
export function actionDetails(
  found: readonly ActionResult[],
  records: readonly Submission[],
): string[] {
  return found.flatMap(({ slug, status, message = "Not changed" }) => {
    const record = records.find((each) => each.slug === slug);
    return record && status !== 200 ? [`${record.full_name}: ${message}`] : [];
  });
}

function failureParts(failed: readonly ActionResult[], { me }: People) {
  const changed = failed.filter(({ status }) => status === 409);
  const people = changed.map(({ record }) => record?.history.at(-1)?.by ?? null);
  const names = new Set(people.map((by) => (isAccount(by, me?.username) ? "you" : by?.name)));
  const [name = null] = names.size === 1 ? names : [];
  const by = name === null ? "" : ` by ${name}`;
  const others = failed.length - changed.length;
  return [
    ...(changed.length > 0 ? [`${wereChanged(changed.length)} changed${by}`] : []),
    ...(others > 0 ? [`${wereChanged(others)} not changed`] : []),
  ];
}

const wereChanged = (count: number) => `${formatNumber(count)} ${count === 1 ? "was" : "were"}`;

function resultOf({ action, to }: Pick<ActionBody, "action" | "to">, { me, people }: People) {
  if (action !== "assign") return results[action];
  if (!to) return "unassigned";
  if (to === me?.username) return "assigned to you";
  return `assigned to ${people.find(({ username }) => username === to)?.name ?? to}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
