DROP FUNCTION list_rows_came, list_rows_went, list_rows_moved, list_rows_truncated CASCADE;
DROP FUNCTION list_attach, list_place, list_fold, list_recount, list_join, list_divide;
DROP FUNCTION list_marks;
DROP TABLE list_changes, list_totals, list_buckets;
