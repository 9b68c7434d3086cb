import { expect, test } from "../e2e/fixtures";
import { hostile } from "./spreadsheet/hostile";
import { opened } from "./spreadsheet/office";

/** What an export puts an apostrophe before. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/u;

/** A row with a text in every field, stored as they are, without asking any rule; and the columns that hold them. */
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

test("LibreOffice runs what begins as a formula", async ({ page }) => {
  const { rows } = await opened(Buffer.from("=1+1,a text\r\n"), page);
  expect(rows[0]?.[0]).toMatchObject({ formula: "of:=1+1", text: "2" });
});

for (const [list, { fields, values, columns }] of Object.entries(lists)) {
  test(`LibreOffice runs no cell of an export of ${list}`, async ({
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
    const { rows, others } = await opened(await answer.body(), page);

    expect(others).toEqual([]);
    expect(rows.flat().filter((cell) => cell.formula !== null)).toEqual([]);
    expect(rows).toHaveLength(1 + hostile.length);
    const expected = hostile.map((text) =>
      (runs.test(text) ? `'${text}` : text).replace(/\r\n?/g, "\n"),
    );
    for (const column of columns) {
      const cells = rows.slice(1).map((row) => row[column]);
      expect(cells.map((cell) => cell?.text)).toEqual(expected);
      expect(new Set(cells.map((cell) => cell?.type))).toEqual(new Set(["string"]));
    }
  });
}
