-- How long records are kept: since when each is in its state, and how far deleting what is due has come.

-- What every sweep of a list looks at before it deletes anything, and leaves for the next one.
CREATE TABLE retention (
    -- The list's table.
    list text PRIMARY KEY,
    -- By the database's clock, when somebody last looked for what is due and found nothing against deleting it. A clock
    -- that is far from here has jumped.
    looked_at timestamptz NOT NULL DEFAULT now(),
    -- The policy by which that was; none keeps for ever.
    kept_days int CONSTRAINT retention_kept_days_positive CHECK (kept_days > 0),
    spam_days int CONSTRAINT retention_spam_days_positive CHECK (spam_days > 0),
    -- How many records are due and wait until somebody says that they may go.
    waiting bigint NOT NULL DEFAULT 0 CONSTRAINT retention_waiting_count CHECK (waiting >= 0)
);

-- Whoever moves a record says by that since when it is where it is, servers of the release before and statements by hand
-- as well.
CREATE FUNCTION retention_row_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF new.state IS DISTINCT FROM old.state AND new.state_since IS NOT DISTINCT FROM old.state_since THEN
        new.state_since := now();
    END IF;
    RETURN new;
END $$;

-- Has a list's table, which keeps states, know since when each record is in its own; none says since it came. So no row is
-- rewritten here, but those that were moved. Spam of which nobody knows since when it is so begins now.
CREATE FUNCTION retention_attach(in_list text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        $sql$
        ALTER TABLE %1$I ADD state_since timestamptz;
        UPDATE %1$I SET state_since = moved.at
        FROM (
            SELECT record_id, max(at) AS at FROM history
            WHERE kind = %1$L AND from_state <> to_state
            GROUP BY record_id
        ) AS moved
        WHERE %1$I.id = moved.record_id;
        UPDATE %1$I SET state_since = now() WHERE state = 'spam' AND state_since IS NULL;
        -- Of all others the ones that are due are found by when they came.
        CREATE INDEX %2$I ON %1$I (coalesce(state_since, created_at)) WHERE state = 'spam';
        CREATE TRIGGER retention_row_moved BEFORE UPDATE ON %1$I
            FOR EACH ROW EXECUTE FUNCTION retention_row_moved();
        $sql$,
        in_list, in_list || '_spam_since_idx'
    );
END $$;

SELECT retention_attach('consultations');
SELECT retention_attach('applications');

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261122000015', '20261121000009');
