DELETE FROM schema_releases WHERE newest_migration = '20261122000010';

DO $$
DECLARE
    in_list text;
BEGIN
    FOR in_list IN SELECT list FROM list_totals ORDER BY list LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended('list_fold ' || in_list, 0));
    END LOOP;
    FOREACH in_list IN ARRAY ARRAY['consultations', 'applications'] LOOP
        EXECUTE format(
            $sql$
            LOCK TABLE %1$I;
            DROP TRIGGER list_rows_came ON %1$I;
            DROP TRIGGER list_rows_went ON %1$I;
            DROP TRIGGER list_rows_moved ON %1$I;
            DROP TRIGGER history_rows_went ON %1$I;
            DROP TRIGGER history_rows_truncated ON %1$I;
            CREATE TRIGGER list_rows_came AFTER INSERT ON %1$I REFERENCING NEW TABLE AS came
                FOR EACH STATEMENT EXECUTE FUNCTION list_rows_came();
            CREATE TRIGGER list_rows_went AFTER DELETE ON %1$I REFERENCING OLD TABLE AS went
                FOR EACH STATEMENT EXECUTE FUNCTION list_rows_went();
            CREATE TRIGGER list_rows_moved AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS went NEW TABLE AS came
                FOR EACH STATEMENT EXECUTE FUNCTION list_rows_moved();
            $sql$, in_list
        );
    END LOOP;
END $$;

DELETE FROM list_changes WHERE list LIKE '%/%';
DELETE FROM list_buckets WHERE list LIKE '%/%';
DELETE FROM list_totals WHERE list LIKE '%/%';

CREATE OR REPLACE FUNCTION list_divide(bucket list_buckets, most int, OUT made int, OUT rest bigint) LANGUAGE plpgsql AS $$
DECLARE
    following list_buckets;
    size CONSTANT int := 2000;
    pieces CONSTANT bigint := least(most, (bucket.rows - 1) / size);
    here CONSTANT text := CASE bucket.sorted_by
        WHEN 'created_at' THEN 'created_at, ''''::text COLLATE "C", id'
        ELSE '''-infinity''::timestamptz, name_key, id' END;
BEGIN
    made := 0;
    IF bucket.rows <= 2 * size THEN
        RETURN;
    END IF;
    SELECT * INTO following FROM list_buckets AS b
    WHERE b.list = bucket.list AND b.sorted_by = bucket.sorted_by
        AND (b.created_at, b.name_key, b.row_id) > (bucket.created_at, bucket.name_key, bucket.row_id)
    ORDER BY b.created_at, b.name_key, b.row_id
    LIMIT 1;
    -- Every two-thousandth row becomes a lower bound; the first piece keeps the bucket's own. The upper bound is there
    -- only where it is one: a condition that is sometimes none would not be one of the index, and all rows to the
    -- table's end would be read.
    EXECUTE format(
        $sql$
        WITH near AS (
            SELECT %2$I, id FROM %1$I
            WHERE (%2$I, id) >= ($1.%2$I, $1.row_id) %4$s
            ORDER BY %2$I, id
            LIMIT $3 * $4 + 1
        ), bounds AS (
            SELECT *, row_number() OVER (ORDER BY n) AS piece, count(*) OVER () AS pieces
            FROM (SELECT *, row_number() OVER (ORDER BY %2$I, id) - 1 AS n FROM near) AS numbered
            WHERE n > 0 AND n %% $3 = 0
        ), added AS (
            INSERT INTO list_buckets (list, sorted_by, created_at, name_key, row_id, rows)
            SELECT $1.list, $1.sorted_by, %3$s, CASE WHEN piece < pieces THEN $3 ELSE $1.rows - $3 * pieces END
            FROM bounds
            RETURNING id, rows
        )
        SELECT count(*), max(id) FILTER (WHERE rows > 2 * $3) FROM added
        $sql$,
        bucket.list, bucket.sorted_by, here,
        CASE WHEN following.id IS NOT NULL THEN format('AND (%1$I, id) < ($2.%1$I, $2.row_id)', bucket.sorted_by) END
    ) INTO made, rest USING bucket, following, size, pieces;
    IF made > 0 THEN
        UPDATE list_buckets SET rows = size WHERE id = bucket.id;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION list_recount(in_list text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    counted bigint;
    oldest CONSTANT xid8 := pg_snapshot_xmin(pg_current_snapshot());
    bucket list_buckets;
BEGIN
    EXECUTE format('SELECT count(*) FROM %I', in_list) INTO counted;
    UPDATE list_totals
    SET rows = counted, fold = fold + 1, settled_by = oldest, settled_row = -9223372036854775808, to_divide = '{}',
        folded_by = pg_current_xact_id()
    WHERE list = in_list;
    IF NOT FOUND THEN
        INSERT INTO list_totals (list, rows) VALUES (in_list, counted);
    END IF;
    DELETE FROM list_changes WHERE list = in_list;
    DELETE FROM list_buckets WHERE list = in_list;
    FOR bucket IN
        INSERT INTO list_buckets (list, sorted_by, created_at, name_key, row_id, rows)
        SELECT in_list, sorted_by, '-infinity', '', -9223372036854775808, counted
        FROM unnest(ARRAY['created_at', 'name_key']) AS sorted_by
        RETURNING *
    LOOP
        PERFORM list_divide(bucket);
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION list_fold_part(
    in_list text, most int DEFAULT 10000, pieces int DEFAULT 10, OUT folded bigint, OUT is_done boolean
) LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
    oldest CONSTANT xid8 := pg_snapshot_xmin(pg_current_snapshot());
    last list_totals;
    taken list_changes[];
    places tid[];
    newest list_changes;
    large bigint[];
    left_over bigint[] := '{}';
    bucket list_buckets;
    in_order text;
    nth bigint;
    divided record;
BEGIN
    IF current_setting('transaction_isolation') NOT IN ('repeatable read', 'serializable') THEN
        RAISE 'list_fold needs a transaction with one snapshot: BEGIN ISOLATION LEVEL REPEATABLE READ';
    END IF;
    folded := 0;
    is_done := true;
    SELECT * INTO last FROM list_last(in_list);
    IF (last.to_divide = '{}' AND NOT EXISTS (
            SELECT FROM list_changes AS c
            WHERE c.list = in_list AND (c.written_by, c.row_id) > (last.settled_by, last.settled_row)
        ))
        OR NOT pg_try_advisory_xact_lock(hashtextextended('list_fold ' || in_list, 0)) THEN
        RETURN;
    END IF;
    EXECUTE format('LOCK TABLE %I IN ACCESS SHARE MODE', in_list);

    SELECT array_agg(c.change_row), array_agg(c.ctid) INTO taken, places
    FROM (
        SELECT c AS change_row, c.ctid FROM list_changes AS c
        WHERE c.list = in_list AND (c.written_by, c.row_id) > (last.settled_by, last.settled_row)
        ORDER BY c.written_by, c.row_id
        FETCH FIRST most ROWS WITH TIES
    ) AS c;
    folded := coalesce(cardinality(taken), 0);
    IF folded > 0 THEN
        newest := taken[folded];
        last.settled_by := newest.written_by;
        last.settled_row := newest.row_id;
        is_done := NOT EXISTS (
            SELECT FROM list_changes AS c
            WHERE c.list = in_list AND (c.written_by, c.row_id) > (last.settled_by, last.settled_row)
        );
        DELETE FROM list_changes WHERE ctid = ANY (places);
    END IF;
    large := last.to_divide;
    FOREACH in_order IN ARRAY ARRAY['created_at', 'name_key'] LOOP
        large := large || list_add(in_list, in_order, taken);
    END LOOP;

    FOR nth IN SELECT DISTINCT unnest(large) ORDER BY 1 LOOP
        SELECT * INTO bucket FROM list_buckets WHERE id = nth AND rows > 4000;
        CONTINUE WHEN NOT FOUND;
        IF NOT is_done OR pieces <= 0 THEN
            left_over := left_over || nth;
        ELSE
            SELECT * INTO divided FROM list_divide(bucket, pieces);
            pieces := pieces - divided.made;
            left_over := left_over || divided.rest;
        END IF;
    END LOOP;
    left_over := array_remove(left_over, NULL);

    -- All that is visible is folded, but of those that may still run there can be more. What is deleted of theirs lies
    -- in front of readers a while longer.
    IF is_done OR last.settled_by >= oldest THEN
        last.settled_by := oldest;
        last.settled_row := -9223372036854775808;
    END IF;
    UPDATE list_totals
    SET rows = rows + (SELECT coalesce(sum(change), 0) FROM unnest(taken)), fold = fold + 1,
        settled_by = last.settled_by, settled_row = last.settled_row, to_divide = left_over,
        folded_by = pg_current_xact_id()
    WHERE list = in_list;
    is_done := is_done AND left_over = '{}';
END $$;

CREATE OR REPLACE FUNCTION list_place(
    in_list text, in_order text, descending boolean, after bigint, size bigint, reach bigint,
    OUT count bigint, OUT way text, OUT skip bigint, OUT take bigint,
    OUT at timestamptz, OUT named text, OUT numbered bigint
) LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$ -- As in list_fold_part.
DECLARE
    last list_totals;
    first bigint;
BEGIN
    SELECT * INTO last FROM list_last(in_list);
    SELECT last.rows + coalesce(sum(c.change), 0) INTO count FROM list_changes AS c
    WHERE c.list = in_list AND (c.written_by, c.row_id) > (last.settled_by, last.settled_row);
    take := greatest(0, least(size, count - after));
    IF take = 0 THEN
        RETURN;
    END IF;
    -- How many rows stand before the page's rows in ascending order.
    first := CASE WHEN descending THEN count - after - take ELSE after END;
    skip := count - first - take;
    way := 'back';
    IF skip <= first AND skip + size <= reach THEN
        RETURN;
    END IF;
    way := 'on';
    skip := first;
    at := '-infinity';
    named := '';
    numbered := -9223372036854775808;
    IF skip + size <= reach THEN
        RETURN;
    END IF;
    SELECT first - m.before, m.created_at, m.name_key, m.row_id INTO skip, at, named, numbered
    FROM (
        SELECT bucket, created_at, name_key, row_id, coalesce(sum(rows) OVER (
            ORDER BY created_at, name_key COLLATE "C", row_id, bucket NULLS LAST
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), 0) AS before
        FROM list_marks(in_list, in_order)
    ) AS m
    WHERE m.bucket IS NOT NULL AND m.before <= first
    ORDER BY m.before DESC, m.created_at DESC, m.name_key COLLATE "C" DESC, m.row_id DESC
    LIMIT 1;
    -- Many rows have just come into one bucket, which a later fold will divide.
    IF skip + size > reach THEN
        EXECUTE format(
            'SELECT created_at, name_key, id FROM %1$I WHERE (%2$I, id) >= (%3$s, $3) ORDER BY %2$I, id OFFSET $4 LIMIT 1',
            in_list, in_order, CASE in_order WHEN 'created_at' THEN '$1' ELSE '$2' END
        )
        INTO at, named, numbered
        USING at, named, numbered, skip;
        skip := 0;
    END IF;
END $$;

DROP FUNCTION work_attach, list_box_rows_came, list_box_rows_went, list_box_rows_moved, list_source;
DROP FUNCTION history_rows_went, history_rows_truncated;
DROP TABLE history;
ALTER TABLE consultations DROP COLUMN state, DROP COLUMN assigned_to, DROP COLUMN version;
ALTER TABLE applications DROP COLUMN state, DROP COLUMN assigned_to, DROP COLUMN version;
