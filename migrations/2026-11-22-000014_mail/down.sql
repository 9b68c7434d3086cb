DELETE FROM schema_releases WHERE newest_migration = '20261122000014';
DROP TRIGGER mail_rows_went ON consultations;
DROP TRIGGER mail_rows_truncated ON consultations;
DROP TRIGGER mail_row_moved ON consultations;
DROP TRIGGER mail_rows_went ON applications;
DROP TRIGGER mail_rows_truncated ON applications;
DROP TRIGGER mail_row_moved ON applications;
DROP TABLE mails;
DROP FUNCTION mail_attach, mail_rows_went, mail_rows_truncated, mail_row_moved;
