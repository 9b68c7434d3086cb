DROP TABLE cv_chunks;
DROP TABLE applications;
