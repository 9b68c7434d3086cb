import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";

/** A cell in LibreOffice: its text, its type, and its formula, if any. */
export type Cell = { text: string; type: string | null; formula: string | null };

/** Separators of cells, as character codes: commas, semicolons, or LibreOffice's default. */
export const separators = { commas: "44", semicolons: "59", any: "44/59/9" };

/** The import filter options: quotes, UTF-8, formulas evaluated and numbers detected. */
const generously = (separator: string) =>
  `Text - txt - csv (StarCalc):${separator},34,76,1,,0,false,true,true,false,false,-1,true`;

/** Opens a CSV file in LibreOffice. Returns the cells of its sheet, and other active content. */
export async function opened(
  csv: Buffer,
  page: Page,
  separator = separators.commas,
): Promise<{ rows: Cell[][]; others: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "agency-spreadsheet-"));
  try {
    writeFileSync(join(folder, "export.csv"), csv);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    const files = ["--convert-to", "fods", "--outdir", folder, join(folder, "export.csv")];
    execFileSync(
      "soffice",
      [profile, "--headless", `--infilter=${generously(separator)}`, ...files],
      {
        stdio: "pipe",
      },
    );
    return await page.evaluate(read, readFileSync(join(folder, "export.fods"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Parses a flat OpenDocument file. Runs in the page, for its XML parser. */
function read(file: string): { rows: Cell[][]; others: string[] } {
  const document = new DOMParser().parseFromString(file, "text/xml");
  const all = (name: string, within: Document | Element = document) => [
    ...within.getElementsByTagNameNS("*", name),
  ];

  const textOf = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent ?? "";
    if (node.localName === "s") return " ".repeat(Number(node.getAttribute("text:c") ?? 1));
    if (node.localName === "tab") return "\t";
    return [...node.childNodes].map(textOf).join("");
  };
  const cellsOf = (cell: Element): Cell[] => {
    const text = all("p", cell).map(textOf).join("\n");
    const [type, formula] = ["office:value-type", "table:formula"].map((name) =>
      cell.getAttribute(name),
    );
    const times = Number(cell.getAttribute("table:number-columns-repeated") ?? 1);
    return Array.from({ length: times }, () => ({
      text,
      type: type ?? null,
      formula: formula ?? null,
    }));
  };
  const rows = all("table-row").map((row) => all("table-cell", row).flatMap(cellsOf));

  // Links to other documents, requests to other programs, and macros.
  const links = [
    "a",
    "dde-source",
    "dde-link",
    "table-source",
    "cell-range-source",
    "event-listener",
  ];
  return { rows, others: links.flatMap((name) => all(name)).map((element) => element.outerHTML) };
}
