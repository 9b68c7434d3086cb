import type { RecordAction, Resource } from "@rules/public.js";
import type { RefObject } from "react";
import type { Submission } from "~/api/submissions";
import { refusalOf } from "~/rules/labels";
import { useStaffRules } from "~/rules/useRules";
import { useShortcuts } from "~/ui/keys/useShortcuts";
import { notify } from "~/ui/toast/toast";
import { useStaff } from "~/features/session/useStaff";
import { useActions } from "../actions/useActions";
import type { Selection } from "./useSelection";

/** Applies an action to records of a list. */
export type ActOnSelection = (
  action: RecordAction,
  records: readonly Submission[],
  to?: string | null,
) => void;

/** Applies actions to the selected rows. Keyboard shortcuts act on these, or on the focused row if none is selected. */
export function useListActions<T extends Submission>(
  list: RefObject<HTMLElement | null>,
  resource: Resource,
  rows: readonly T[],
  selection: Selection<T>,
): { pending: boolean; act: ActOnSelection } {
  const rules = useStaffRules();
  const { me } = useStaff();
  const actions = useActions({ onDone: selection.deselect });

  const act: ActOnSelection = (action, records, to) => {
    actions.act({ resource, action, records, ...(to !== undefined && { to }) });
  };

  const isActing = (slug: string) => actions.isActing(resource, slug);

  function focusedRow(): T | undefined {
    const row = document.activeElement?.closest<HTMLElement>("tr[data-slug]");
    if (!row || !list.current?.contains(row)) return undefined;
    return rows.find(({ slug }) => slug === row.dataset["slug"]);
  }

  function actByKey(action: RecordAction, to?: string) {
    const focused = focusedRow();
    // Rows of a pending action stay selected until the response, but the next key is not meant for them.
    const selected = selection.selected.filter(({ slug }) => !isActing(slug));
    const records = selected.length > 0 ? selected : focused ? [focused] : [];
    for (const record of records.map(actions.current)) {
      const refused = refusalOf(rules, record.state, action);
      if (refused) return notify("info", `${record.full_name}: ${refused}.`);
    }
    if (records.length > 0) act(action, records, to);
  }

  function toggle(range: boolean) {
    const row = focusedRow();
    if (row) selection.toggle(row.slug, range);
  }

  useShortcuts({
    select: () => toggle(false),
    selectRange: () => toggle(true),
    finish: () => actByKey("finish"),
    start: () => actByKey("start"),
    spam: () => actByKey("spam"),
    assignToMe: () => me && actByKey("assign", me.username),
    undo: () => actions.undo(),
  });

  return { pending: selection.selected.some(({ slug }) => isActing(slug)), act };
}
