-- Nobody writes to the lists, or reads their places, until they are counted again.
DO $$
DECLARE
    in_list text;
BEGIN
    FOR in_list IN SELECT list FROM list_totals LOOP
        EXECUTE format('LOCK TABLE %I', in_list);
    END LOOP;
END $$;
LOCK TABLE list_changes, list_totals, list_buckets;

DROP FUNCTION list_fold_part, list_add, list_join(list_buckets), list_divide(list_buckets, int);

CREATE OR REPLACE FUNCTION list_marks(in_list text, in_order text)
RETURNS TABLE (bucket bigint, created_at timestamptz, name_key text, row_id bigint, rows int)
LANGUAGE sql STABLE AS $$
    SELECT b.id, b.created_at, b.name_key, b.row_id, b.rows
    FROM list_buckets AS b
    WHERE b.list = in_list AND b.sorted_by = in_order
    UNION ALL
    SELECT
        NULL,
        CASE in_order WHEN 'created_at' THEN c.created_at ELSE '-infinity' END,
        CASE in_order WHEN 'created_at' THEN '' ELSE c.name_key END,
        c.row_id,
        c.change
    FROM list_changes AS c
    WHERE c.list = in_list
$$;

-- Divides a bucket with more than 4,000 rows into buckets of 2,000 by looking at its rows. Exact only where the rows
-- and the bucket's count are of one snapshot, or the list is locked.
CREATE OR REPLACE FUNCTION list_divide(bucket list_buckets) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    following list_buckets;
    size CONSTANT int := 2000;
    here CONSTANT text := CASE bucket.sorted_by
        WHEN 'created_at' THEN 'created_at, ''''::text COLLATE "C", id'
        ELSE '''-infinity''::timestamptz, name_key, id' END;
BEGIN
    IF bucket.rows <= 2 * size THEN
        RETURN;
    END IF;
    SELECT * INTO following FROM list_buckets AS b
    WHERE b.list = bucket.list AND b.sorted_by = bucket.sorted_by
        AND (b.created_at, b.name_key, b.row_id) > (bucket.created_at, bucket.name_key, bucket.row_id)
    ORDER BY b.created_at, b.name_key, b.row_id
    LIMIT 1;
    DELETE FROM list_buckets WHERE id = bucket.id;
    -- Every two-thousandth row becomes a lower bound; the first piece keeps the bucket's own.
    EXECUTE format(
        $sql$
        WITH numbered AS (
            SELECT created_at, name_key, id, row_number() OVER (ORDER BY %2$I, id) - 1 AS n
            FROM %1$I
            WHERE (%2$I, id) >= ($1.%2$I, $1.row_id)
                AND ($2 IS NULL OR (%2$I, id) < ($2.%2$I, $2.row_id))
        ), pieces AS (
            SELECT n / $3 AS piece, count(*) AS rows FROM numbered GROUP BY 1
        )
        INSERT INTO list_buckets (list, sorted_by, created_at, name_key, row_id, rows)
        SELECT $1.list, $1.sorted_by, $1.created_at, $1.name_key, $1.row_id, rows FROM pieces WHERE piece = 0
        UNION ALL
        SELECT $1.list, $1.sorted_by, %3$s, rows
        FROM pieces JOIN numbered ON n = piece * $3
        WHERE piece > 0
        $sql$, bucket.list, bucket.sorted_by, here
    ) USING bucket, following, size;
END $$;

CREATE OR REPLACE FUNCTION list_join(in_list text, in_order text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    small CONSTANT int := 1000;
    kept list_buckets;
    bucket list_buckets;
BEGIN
    FOR bucket IN
        SELECT * FROM list_buckets WHERE list = in_list AND sorted_by = in_order
        ORDER BY created_at, name_key, row_id
    LOOP
        IF kept.rows + bucket.rows <= small THEN
            DELETE FROM list_buckets WHERE id = bucket.id;
            UPDATE list_buckets SET rows = rows + bucket.rows WHERE id = kept.id RETURNING * INTO kept;
        ELSE
            kept := bucket;
        END IF;
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION list_recount(in_list text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    counted bigint;
    bucket list_buckets;
BEGIN
    EXECUTE format('SELECT count(*) FROM %I', in_list) INTO counted;
    INSERT INTO list_totals VALUES (in_list, counted) ON CONFLICT (list) DO UPDATE SET rows = counted;
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

CREATE OR REPLACE FUNCTION list_fold(in_list text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    folded bigint;
    total bigint;
    changed list_buckets;
    in_order text;
BEGIN
    IF current_setting('transaction_isolation') NOT IN ('repeatable read', 'serializable') THEN
        RAISE 'list_fold needs a transaction with one snapshot: BEGIN ISOLATION LEVEL REPEATABLE READ';
    END IF;
    IF NOT EXISTS (SELECT FROM list_changes WHERE list = in_list)
        OR NOT pg_try_advisory_xact_lock(hashtextextended('list_fold ' || in_list, 0)) THEN
        RETURN 0;
    END IF;
    EXECUTE format('LOCK TABLE %I IN ACCESS SHARE MODE', in_list);

    SELECT count(*), coalesce(sum(change), 0) INTO folded, total FROM list_changes WHERE list = in_list;
    SELECT total + rows INTO total FROM list_totals WHERE list = in_list;
    -- Looking up so many buckets would take longer than looking at every row.
    IF folded > 10000 + total / 10 THEN
        PERFORM list_recount(in_list);
        RETURN folded;
    END IF;

    UPDATE list_totals SET rows = total WHERE list = in_list;
    FOREACH in_order IN ARRAY ARRAY['created_at', 'name_key'] LOOP
        FOR changed IN
            -- A change belongs to the last bucket that stands before it.
            UPDATE list_buckets SET rows = list_buckets.rows + changes.rows
            FROM (
                SELECT max(bucket) AS bucket, sum(rows) FILTER (WHERE bucket IS NULL) AS rows
                FROM (
                    SELECT bucket, rows, count(bucket) OVER (
                        ORDER BY created_at, name_key COLLATE "C", row_id, bucket NULLS LAST ROWS UNBOUNDED PRECEDING
                    ) AS nth
                    FROM list_marks(in_list, in_order)
                ) AS marks
                GROUP BY nth
            ) AS changes
            WHERE id = changes.bucket AND changes.rows <> 0
            RETURNING list_buckets.*
        LOOP
            PERFORM list_divide(changed);
        END LOOP;
        IF EXISTS (SELECT FROM list_changes WHERE list = in_list AND change < 0) THEN
            PERFORM list_join(in_list, in_order);
        END IF;
    END LOOP;
    DELETE FROM list_changes WHERE list = in_list;
    RETURN folded;
END $$;

CREATE OR REPLACE FUNCTION list_place(
    in_list text, in_order text, descending boolean, after bigint, size bigint, reach bigint,
    OUT count bigint, OUT way text, OUT skip bigint, OUT take bigint,
    OUT at timestamptz, OUT named text, OUT numbered bigint
) LANGUAGE plpgsql STABLE AS $$
DECLARE
    changes bigint;
    first bigint;
BEGIN
    SELECT coalesce(sum(c.change), 0) INTO changes FROM list_changes AS c WHERE c.list = in_list;
    SELECT changes + t.rows INTO count FROM list_totals AS t WHERE t.list = in_list;
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
    -- Many rows have just come into one bucket, which the next fold will divide.
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

DROP FUNCTION list_unfolded, list_last;
DROP INDEX list_totals_newest, list_changes_order;
ALTER TABLE list_changes DROP written_by;
ALTER TABLE list_totals
    DROP fold, DROP settled_by, DROP settled_row, DROP to_divide, DROP folded_by,
    ADD PRIMARY KEY (list);
SELECT list_recount(list) FROM list_totals;
ALTER TABLE list_totals ADD CONSTRAINT list_totals_count CHECK (rows >= 0);
ALTER TABLE list_buckets ADD CONSTRAINT list_buckets_count CHECK (rows >= 0);
