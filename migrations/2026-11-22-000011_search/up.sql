-- What records are found by: their words as the rules take them apart, with positions, and their address without case.
-- They stand in a table beside the records, so that no action rewrites an entry of their index. The server writes them
-- with the record, and makes those of older rows in the background, because only the rules know what a word is.

CREATE TABLE search_progress (
    list text PRIMARY KEY,
    -- By which version of the rules the rows were gone through, and up to which id nothing is missing.
    tokeniser smallint NOT NULL DEFAULT 0,
    checked_to bigint NOT NULL DEFAULT 0,
    -- Whether nothing was missing at all when somebody looked last.
    is_complete boolean NOT NULL DEFAULT false
);

-- What a record is found by goes with it, whoever deletes it.
CREATE FUNCTION search_rows_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DELETE FROM %I AS s USING went WHERE s.id = went.id', TG_TABLE_NAME || '_search');
    RETURN NULL;
END $$;

CREATE FUNCTION search_rows_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DELETE FROM %I', TG_TABLE_NAME || '_search');
    RETURN NULL;
END $$;

-- A record that somebody changes by hand is found by nothing until its words are made anew.
CREATE FUNCTION search_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DELETE FROM %I WHERE id = $1', TG_TABLE_NAME || '_search') USING old.id;
    UPDATE search_progress SET is_complete = false, checked_to = least(checked_to, old.id - 1)
    WHERE list = TG_TABLE_NAME AND (is_complete OR checked_to >= old.id);
    RETURN NULL;
END $$;

-- Has a list's table be searched from now on.
CREATE FUNCTION search_attach(in_list text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    typed text;
BEGIN
    -- No foreign key: it would lock the row that was just stored once more, and keep the table from being emptied.
    EXECUTE format(
        $sql$
        CREATE TABLE %2$I (
            id bigint NOT NULL,
            tokeniser smallint NOT NULL,
            email_key text COLLATE "C" NOT NULL,
            words tsvector NOT NULL,
            -- What has no words of a tokeniser is found by the index alone.
            UNIQUE (id) INCLUDE (tokeniser)
        );
        CREATE INDEX %3$I ON %2$I USING gin (words);
        CREATE INDEX %4$I ON %2$I (email_key, id);
        CREATE TRIGGER search_rows_went AFTER DELETE ON %1$I REFERENCING OLD TABLE AS went
            FOR EACH STATEMENT EXECUTE FUNCTION search_rows_went();
        CREATE TRIGGER search_rows_truncated AFTER TRUNCATE ON %1$I
            FOR EACH STATEMENT EXECUTE FUNCTION search_rows_truncated();
        $sql$,
        in_list, in_list || '_search', in_list || '_search_words_idx', in_list || '_search_email_key_idx'
    );
    -- What visitors typed; an action changes none of it.
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO typed FROM pg_attribute
    WHERE attrelid = in_list::regclass AND atttypid = 'text'::regtype AND NOT attisdropped
        AND attname NOT IN ('slug', 'name_key', 'state');
    EXECUTE format(
        'CREATE TRIGGER search_row_changed AFTER UPDATE OF %s ON %I '
        'FOR EACH ROW EXECUTE FUNCTION search_row_changed()',
        typed, in_list
    );
    INSERT INTO search_progress (list) VALUES (in_list);
END $$;

SELECT search_attach('consultations');
SELECT search_attach('applications');

-- That somebody took a list along as a file, and how many rows; never what was asked for. It is not known while it goes
-- on, nor where the server ended before it.
CREATE TABLE exports (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The list's table.
    list text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    -- What whoever did it was called then, which stays when the account goes.
    by text NOT NULL,
    rows bigint,
    ended_at timestamptz,
    CONSTRAINT exports_end_is_whole CHECK ((rows IS NULL) = (ended_at IS NULL))
);

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261122000011', '20261121000009');
