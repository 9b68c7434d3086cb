DELETE FROM schema_releases WHERE newest_migration = '20261122000016';
ALTER TABLE account_events DROP by, DROP browser;
