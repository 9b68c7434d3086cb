-- Exports of lists: the admin and the number of rows, never the query.
CREATE TABLE exports (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    list text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    by text NOT NULL,
    -- Null while it runs.
    rows bigint,
    ended_at timestamptz,
    CONSTRAINT exports_end_is_whole CHECK ((rows IS NULL) = (ended_at IS NULL))
);

-- Number of records of a list past their retention period that wait for `agency-server sweep --yes`.
CREATE TABLE pending_deletions (
    kind text PRIMARY KEY,
    waiting bigint NOT NULL CONSTRAINT pending_deletions_waiting_count CHECK (waiting >= 0)
);

-- Servers that work with a newer schema than their own: the last migration of each release adds a row.
CREATE TABLE schema_releases (
    -- The version of the release's last migration, which is the one that adds the row.
    newest_migration text PRIMARY KEY,
    -- The newest migration that a server must know to work with this schema: the last one of the release before.
    oldest_server text NOT NULL
);

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261123000106', '20261123000106');
