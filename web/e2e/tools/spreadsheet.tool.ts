import { expect, test } from "../fixtures";
import { hostile } from "./spreadsheet/hostile";
import { opened, separators } from "./spreadsheet/office";

/** The pattern of what an export must escape: formulas at the start of a cell or directly after a separator. */
const formulas = /(?<=^[\s"]*|[;\t|]"*)(?=[=+\-@＝＋－＠])/gu;

/** Columns and values for an insert into each list, and the exported columns to check. */
const lists = {
  consultations: {
    fields: "referral, message",
    values: "text, text",
    columns: [1, 2, 3, 4],
  },
  applications: {
    fields: "job_title, cover_letter, cv_name, cv_type, cv_size",
    values: "text, text, text, 'pdf', 1",
    columns: [1, 2, 3, 4, 5],
  },
};

test("LibreOffice evaluates an unescaped formula", async ({ page }) => {
  const { rows } = await opened(Buffer.from("=1+1,a text\r\n"), page);
  expect(rows[0]?.[0]).toMatchObject({ formula: "of:=1+1", text: "2" });
  for (const separator of [separators.semicolons, separators.any]) {
    // oxlint-disable-next-line no-await-in-loop -- one LibreOffice at a time
    const split = await opened(Buffer.from("a text;=1+1\r\n"), page, separator);
    expect(split.rows[0]?.[1]).toMatchObject({ formula: "of:=1+1", text: "2" });
  }
});

for (const [list, { fields, values, columns }] of Object.entries(lists)) {
  test(`LibreOffice evaluates no cell of an export of ${list}`, async ({
    server,
    admin,
    page,
    request,
  }) => {
    await server.execute(
      `WITH stored AS (
         INSERT INTO submissions (kind, slug, created_at, full_name, name_key, email, email_key)
         SELECT '${list}', md5(random()::text), now() - at * interval '1 minute', text, text, text, text
         FROM unnest($1::text[]) WITH ORDINALITY AS texts (text, at)
         RETURNING id, full_name AS text
       )
       INSERT INTO ${list} (id, ${fields}) SELECT id, ${values} FROM stored`,
      [hostile],
    );
    const { access } = await (await request.post("/api/token/", { data: admin })).json();
    const headers = { Authorization: `Bearer ${access}` };
    const answer = await request.get(`/api/${list}/export.csv`, { headers });
    expect(answer.status()).toBe(200);
    const csv = await answer.body();
    const { rows, others } = await opened(csv, page);

    expect(others).toEqual([]);
    expect(rows.flat().filter((cell) => cell.formula !== null)).toEqual([]);
    expect(rows).toHaveLength(1 + hostile.length);
    const expected = hostile.map((text) =>
      text
        .replace(formulas, "'")
        .replace(/^(?=[\t\r])/u, "'")
        .replace(/\r\n?/g, "\n"),
    );
    for (const column of columns) {
      const cells = rows.slice(1).map((row) => row[column]);
      expect(cells.map((cell) => cell?.text)).toEqual(expected);
      expect(new Set(cells.map((cell) => cell?.type))).toEqual(new Set(["string"]));
    }

    // Nor with other separators, except at the start of a row, where a line end within a text put it.
    for (const separator of [separators.semicolons, separators.any]) {
      // oxlint-disable-next-line no-await-in-loop -- one LibreOffice at a time
      const split = await opened(csv, page, separator);
      expect(split.others).toEqual([]);
      const cells = split.rows.flatMap((row) => row.slice(1));
      expect(cells.filter((cell) => cell.formula !== null)).toEqual([]);
    }
  });
}
