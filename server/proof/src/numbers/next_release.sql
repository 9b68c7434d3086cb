-- What the next release might bring, in the shape in which the server carries migrations out.
BEGIN;
SET LOCAL lock_timeout = '2s';
-- Tables are taken in the order in which requests take them: a list's records, then the admins whose they are.
ALTER TABLE attempts ADD note text;
ALTER TABLE idempotency_keys ADD origin text NOT NULL DEFAULT 'web';
ALTER TABLE consultations ADD stage text NOT NULL DEFAULT 'first' CHECK (stage IN ('first', 'answered'));
ALTER TABLE applications ADD stage text NOT NULL DEFAULT 'first' CHECK (stage IN ('first', 'invited'));
ALTER TABLE cv_chunks ADD checksum bytea;
ALTER TABLE admins ADD role text NOT NULL DEFAULT 'staff';
ALTER TABLE refresh_tokens ADD device text NOT NULL DEFAULT '';
CREATE INDEX consultations_stage ON consultations (stage, id);
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
CREATE TRIGGER note_submission AFTER INSERT ON consultations FOR EACH ROW EXECUTE FUNCTION note_submission();
CREATE TRIGGER note_submission AFTER INSERT ON applications FOR EACH ROW EXECUTE FUNCTION note_submission();
INSERT INTO schema_releases (newest_migration, oldest_server)
    SELECT '99990101000001', max(version) FROM __diesel_schema_migrations;
INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000001');
COMMIT;
