DROP TABLE schema_releases, pending_deletions, exports;
