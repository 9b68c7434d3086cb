-- What each release says of its schema, so that servers of the release before know whether they may go on serving with
-- it. The last migration of a release adds a row, in the transaction that takes the schema there.
CREATE TABLE schema_releases (
    -- The version of the release's last migration, which is the one that adds the row.
    newest_migration text PRIMARY KEY,
    -- The newest migration that a server must know to work with this schema: the last one of the release before.
    oldest_server text NOT NULL
);

-- Servers from before this table demand exactly their own schema.
INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261121000009', '20261121000009');
