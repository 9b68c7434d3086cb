-- What was stored lately stands in a list before the words' index, which every search reads from its beginning to its
-- end. At its default length, 4 MB, that costs thirty times what the index itself does, and the planner, who is told
-- of its length, walks the whole list instead of asking the index. The shortest that Postgres allows, in KB, still spares
-- forms the work of one insertion a word.
ALTER INDEX consultations_search_words_idx SET (gin_pending_list_limit = 64);
ALTER INDEX applications_search_words_idx SET (gin_pending_list_limit = 64);
SELECT gin_clean_pending_list('consultations_search_words_idx'), gin_clean_pending_list('applications_search_words_idx');

-- So do the lists that come.
CREATE OR REPLACE FUNCTION search_attach(in_list text) RETURNS void LANGUAGE plpgsql AS $$
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
        CREATE INDEX %3$I ON %2$I USING gin (words) WITH (gin_pending_list_limit = 64);
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

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261122000017', '20261121000009');
