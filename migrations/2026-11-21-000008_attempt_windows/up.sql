-- What counts against a limit, a row a subject: so counting is one statement, and only attempts of the same subject wait
-- for each other. Subjects are keyed hashes: no address and no account name is stored.
--
-- `attempts` counts for instances of the version before this one, and goes with a later version.
CREATE TABLE attempt_windows (
    subject bytea PRIMARY KEY,
    -- The attempts that still counted when the last one came, in the order in which they were counted.
    made_at timestamptz[] NOT NULL
) WITH (fillfactor = 70); -- Room for the row's next version on the same page. Nothing that changes is indexed.
