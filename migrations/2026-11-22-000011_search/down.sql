DELETE FROM schema_releases WHERE newest_migration = '20261122000011';
DROP TRIGGER search_rows_went ON consultations;
DROP TRIGGER search_rows_truncated ON consultations;
DROP TRIGGER search_rows_went ON applications;
DROP TRIGGER search_rows_truncated ON applications;
DROP TRIGGER search_row_changed ON consultations;
DROP TRIGGER search_row_changed ON applications;
DROP TABLE consultations_search, applications_search, search_progress, exports;
DROP FUNCTION search_attach, search_rows_went, search_rows_truncated, search_row_changed;
