-- Counts the acknowledgements of the last hour.
CREATE INDEX deliveries_purpose_idx ON deliveries (purpose, created_at);

-- What is compared for equality or order is compared bytewise: the order of the database's locale changes with releases of
-- the operating system, and an index in the former order misses rows.
DO $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT DISTINCT a.attrelid::regclass AS of_table, a.attname AS name
        FROM pg_index AS i
        JOIN pg_class AS c ON c.oid = i.indrelid AND c.relnamespace = quote_ident(current_schema())::regnamespace
        JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
        WHERE a.atttypid = 'text'::regtype AND a.attcollation <> '"C"'::regcollation
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I TYPE text COLLATE "C"', found.of_table, found.name);
    END LOOP;
END $$;

-- The functions of triggers find this schema's tables, whatever the session's path is, and no temporary ones.
DO $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT oid::regprocedure AS signature FROM pg_proc
        WHERE pronamespace = quote_ident(current_schema())::regnamespace AND prorettype = 'trigger'::regtype
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', found.signature, current_schema());
    END LOOP;
END $$;

-- Servers of 0.4.0 do not work with this schema.
INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261128000499', '20261128000499');
