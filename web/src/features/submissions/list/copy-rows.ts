import { type RefObject, useEffect } from "react";

/**
 * Copies the selected rows of a table as rows of a sheet, with the values of the columns alone, also if the selection
 * reaches beyond the table. A part of a single row is copied as it is selected.
 */
export function useCopyRows(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => table.current && copyRows(event, table.current);
    document.addEventListener("copy", copy);
    return () => document.removeEventListener("copy", copy);
  }, [table]);
}

function copyRows(event: ClipboardEvent, { tBodies }: HTMLTableElement): void {
  const selection = getSelection();
  const rows = Array.from(tBodies, ({ rows: all }) => Array.from(all)).flat();
  const selected = rows.filter((row) => selection?.containsNode(row, true));
  if (selected.length < 2) return;
  const table = document.createElement("table");
  for (const row of selected) {
    const copy = table.insertRow();
    for (const value of valuesOf(row)) copy.insertCell().textContent = value;
  }
  const lines = selected.map((row) => valuesOf(row).join("\t"));
  event.clipboardData?.setData("text/plain", lines.join("\n"));
  event.clipboardData?.setData("text/html", table.outerHTML);
  event.preventDefault();
}

/** Returns what each column shows, in one line. Controls and words for screen readers are no values. */
function valuesOf({ cells }: HTMLTableRowElement): string[] {
  return Array.from(cells).flatMap((cell) => {
    const shown = cell.querySelector("bdi, time")?.cloneNode(true);
    if (!(shown instanceof Element)) return [];
    for (const each of shown.querySelectorAll(".visually-hidden, [aria-hidden]")) each.remove();
    return [shown.textContent.replace(/\s+/g, " ").trim()];
  });
}
