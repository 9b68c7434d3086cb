DELETE FROM schema_releases WHERE newest_migration = '20261122000012';
DROP TRIGGER admins_history ON admins;
DROP FUNCTION account_changed();
DROP TABLE account_events;
DROP TABLE recovery_codes, second_factors;
ALTER TABLE admins DROP password_printed_at, DROP second_factor_at;
ALTER TABLE refresh_tokens DROP begun_at, DROP issued_at, DROP browser;
