-- Example of a later release's migration, as the server runs migrations.
BEGIN;
SET LOCAL lock_timeout = '2s';
-- Tables are locked in the order in which requests lock them.
ALTER TABLE attempt_windows ADD note text;
ALTER TABLE submissions ADD stage text NOT NULL DEFAULT 'first' CHECK (stage IN ('first', 'answered'));
ALTER TABLE idempotency_keys ADD origin text NOT NULL DEFAULT 'web';
ALTER TABLE consultations ADD budget integer;
ALTER TABLE applications ADD notice_period text NOT NULL DEFAULT '';
ALTER TABLE cv_chunks ADD checksum bytea;
ALTER TABLE admins ADD role text NOT NULL DEFAULT 'staff';
ALTER TABLE refresh_tokens ADD device text NOT NULL DEFAULT '';
CREATE INDEX submissions_stage ON submissions (kind, stage, id);
CREATE TABLE submission_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    slug text NOT NULL,
    stage text NOT NULL,
    happened_at timestamptz NOT NULL DEFAULT now()
);
CREATE FUNCTION note_submission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO submission_events (slug, stage) VALUES (NEW.slug, NEW.stage);
    RETURN NULL;
END $$;
CREATE TRIGGER note_submission AFTER INSERT ON submissions FOR EACH ROW EXECUTE FUNCTION note_submission();
INSERT INTO schema_releases (newest_migration, oldest_server)
    SELECT '99990101000001', max(version) FROM __diesel_schema_migrations;
INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000001');
COMMIT;
