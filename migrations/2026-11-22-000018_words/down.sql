DELETE FROM schema_releases WHERE newest_migration = '20261122000018';
DROP TRIGGER words_rows_went ON consultations;
DROP TRIGGER words_rows_truncated ON consultations;
DROP TRIGGER words_row_changed ON consultations;
DROP TRIGGER words_rows_went ON applications;
DROP TRIGGER words_rows_truncated ON applications;
DROP TRIGGER words_row_changed ON applications;
DROP TABLE consultations_words, applications_words, words_progress;
DROP FUNCTION words_attach, words_rows_went, words_rows_truncated, words_row_changed;
