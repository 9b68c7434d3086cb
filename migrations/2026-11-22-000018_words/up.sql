-- What records are found by, anew: in hash partitions, and with what their list is sorted by.
--
-- Postgres gathers every hit of a word before it gives the first one away. In partitions it gathers those of one only,
-- where these are more than are counted. With the order's keys beside the words, hits are
-- counted and sorted without a look at their records.
--
-- The server makes the words of older rows in the background, so that nobody waits for it. One release apart: servers that
-- know only `…_search` go on searching it, and fill it with what is stored meanwhile; the next release drops it.

CREATE TABLE words_progress (
    list text PRIMARY KEY,
    -- By which version of the rules the rows were gone through, and up to which id nothing is missing.
    tokeniser smallint NOT NULL DEFAULT 0,
    checked_to bigint NOT NULL DEFAULT 0,
    -- Whether nothing was missing at all when somebody looked last.
    is_complete boolean NOT NULL DEFAULT false,
    -- How often rows lost their words. While it stays the same, what was found is still found.
    losses bigint NOT NULL DEFAULT 0
);

-- What a record is found by goes with it, whoever deletes it.
CREATE FUNCTION words_rows_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DELETE FROM %I AS w USING went WHERE w.id = went.id', TG_TABLE_NAME || '_words');
    UPDATE words_progress SET losses = losses + 1 WHERE list = TG_TABLE_NAME AND EXISTS (SELECT FROM went);
    RETURN NULL;
END $$;

CREATE FUNCTION words_rows_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DELETE FROM %I', TG_TABLE_NAME || '_words');
    UPDATE words_progress SET losses = losses + 1 WHERE list = TG_TABLE_NAME;
    RETURN NULL;
END $$;

-- A record that somebody changes by hand is found by nothing until its words are made anew.
CREATE FUNCTION words_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DELETE FROM %I WHERE id = $1', TG_TABLE_NAME || '_words') USING old.id;
    UPDATE words_progress SET is_complete = false, checked_to = least(checked_to, old.id - 1), losses = losses + 1
    WHERE list = TG_TABLE_NAME AND (is_complete OR checked_to >= old.id);
    RETURN NULL;
END $$;

-- Has a list's table be searched from now on.
CREATE FUNCTION words_attach(in_list text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    parts CONSTANT int := 8;
    typed text;
BEGIN
    -- No foreign key: it would lock the row that was just stored once more, and keep the table from being emptied.
    EXECUTE format(
        $sql$
        CREATE TABLE %2$I (
            id bigint NOT NULL,
            tokeniser smallint NOT NULL,
            created_at timestamptz NOT NULL,
            name_key text COLLATE "C" NOT NULL,
            email_key text COLLATE "C" NOT NULL,
            words tsvector NOT NULL,
            -- What has no words of a tokeniser is found by the index alone.
            UNIQUE (id) INCLUDE (tokeniser)
        ) PARTITION BY HASH (id);
        -- What was stored lately stands in a list before the index, which every search reads from its beginning to its
        -- end. The shortest that Postgres allows, in KB, still spares forms the work of one insertion a word.
        CREATE INDEX %3$I ON %2$I USING gin (words) WITH (gin_pending_list_limit = 64);
        CREATE INDEX %4$I ON %2$I (email_key, id);
        CREATE TRIGGER words_rows_went AFTER DELETE ON %1$I REFERENCING OLD TABLE AS went
            FOR EACH STATEMENT EXECUTE FUNCTION words_rows_went();
        CREATE TRIGGER words_rows_truncated AFTER TRUNCATE ON %1$I
            FOR EACH STATEMENT EXECUTE FUNCTION words_rows_truncated();
        $sql$,
        in_list, in_list || '_words', in_list || '_words_idx', in_list || '_words_email_key_idx'
    );
    FOR part IN 0 .. parts - 1 LOOP
        EXECUTE format(
            'CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
            in_list || '_words_' || part, in_list || '_words', parts, part
        );
    END LOOP;
    -- What visitors typed, and what the list is sorted by; an action changes none of it.
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO typed FROM pg_attribute
    WHERE attrelid = in_list::regclass AND NOT attisdropped
        AND (attname = 'created_at' OR atttypid = 'text'::regtype AND attname NOT IN ('slug', 'state'));
    EXECUTE format(
        'CREATE TRIGGER words_row_changed AFTER UPDATE OF %s ON %I '
        'FOR EACH ROW EXECUTE FUNCTION words_row_changed()',
        typed, in_list
    );
    INSERT INTO words_progress (list) VALUES (in_list);
END $$;

SELECT words_attach('consultations');
SELECT words_attach('applications');

-- Who could read and write the words before can now, so that a server whose account is not the owner's stores forms on.
DO $$ DECLARE
    given record;
BEGIN
    FOR given IN
        SELECT replace(replace(c.relname, '_search', '_words'), 'search_', 'words_') AS name,
            g.grantee::regrole AS account, g.privilege_type AS privilege
        FROM pg_class AS c CROSS JOIN LATERAL aclexplode(c.relacl) AS g
        WHERE c.oid IN ('consultations_search'::regclass, 'applications_search'::regclass, 'search_progress'::regclass)
            AND g.grantee <> c.relowner AND g.grantee <> 0
    LOOP
        EXECUTE format('GRANT %s ON %I TO %s', given.privilege, given.name, given.account);
    END LOOP;
END $$;

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261122000018', '20261121000009');
