-- Which records of a list came, changed or went lately, in the order of the transactions that wrote them.
--
-- A server that keeps the hits of a search asks for what changed since, instead of searching anew. A snapshot sees
-- everything that was written by transactions below its `xmin`; whatever it may not have seen stands here from there on.
-- `lists/upkeep.rs` deletes the first of them; while one below a snapshot's `xmin` is there, none from there on is gone.
--
-- Servers of the release before ask `words_progress.losses` instead; the next release drops it.

CREATE TABLE recent_changes (
    list text NOT NULL,
    written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
    record_id bigint NOT NULL
);
CREATE INDEX recent_changes_order ON recent_changes (list, written_by, record_id);

CREATE FUNCTION recent_changes_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO recent_changes (list, record_id) SELECT TG_TABLE_NAME, id FROM changed;
    RETURN NULL;
END $$;

-- All went. One that is no record's says from when on the changes are there.
CREATE FUNCTION recent_changes_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM recent_changes WHERE list = TG_TABLE_NAME;
    INSERT INTO recent_changes (list, record_id) VALUES (TG_TABLE_NAME, 0);
    RETURN NULL;
END $$;

-- Has a list's changes noted from now on.
CREATE FUNCTION recent_changes_attach(in_list text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        $sql$
        CREATE TRIGGER recent_changes_came AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION recent_changes_added();
        CREATE TRIGGER recent_changes_moved AFTER UPDATE ON %1$I REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION recent_changes_added();
        CREATE TRIGGER recent_changes_went AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION recent_changes_added();
        CREATE TRIGGER recent_changes_truncated AFTER TRUNCATE ON %1$I
            FOR EACH STATEMENT EXECUTE FUNCTION recent_changes_truncated();
        $sql$,
        in_list
    );
    INSERT INTO recent_changes (list, record_id) VALUES (in_list, 0);
END $$;

SELECT recent_changes_attach('consultations');
SELECT recent_changes_attach('applications');

-- Who could write and fold the lists' changes can these, so that a server whose account is not the owner's stores forms on.
DO $$ DECLARE
    given record;
BEGIN
    FOR given IN
        SELECT g.grantee::regrole AS account, g.privilege_type AS privilege
        FROM pg_class AS c CROSS JOIN LATERAL aclexplode(c.relacl) AS g
        WHERE c.oid = 'list_changes'::regclass AND g.grantee <> c.relowner AND g.grantee <> 0
    LOOP
        EXECUTE format('GRANT %s ON recent_changes TO %s', given.privilege, given.account);
    END LOOP;
END $$;

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261123000020', '20261121000009');
