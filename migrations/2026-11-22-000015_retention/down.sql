DELETE FROM schema_releases WHERE newest_migration = '20261122000015';
DROP TRIGGER retention_row_moved ON consultations;
DROP TRIGGER retention_row_moved ON applications;
ALTER TABLE consultations DROP COLUMN state_since;
ALTER TABLE applications DROP COLUMN state_since;
DROP FUNCTION retention_attach, retention_row_moved;
DROP TABLE retention;
