DELETE FROM schema_releases WHERE newest_migration = '20261122000013';
DROP TABLE text_fingerprints;
ALTER TABLE consultations DROP spam_reasons;
ALTER TABLE applications DROP spam_reasons;
DROP FUNCTION spam_attach;
