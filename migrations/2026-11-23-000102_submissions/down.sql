DROP TABLE list_counts, cv_chunks, applications, consultations, submissions;
DROP FUNCTION count_submissions;
