-- How many rows a list has, and which rows a page of it holds, without counting them.
--
-- A list is a table with `id`, `created_at` and `name_key`. In each of its two orders it is divided into buckets:
-- intervals of some thousand neighbouring rows whose number is known. Whoever writes to a list only appends what
-- changed to `list_changes`, so that writers never wait for each other, nor for whoever counts. Now and then
-- `list_fold` moves the changes into the buckets. So at every moment, in every snapshot:
--
--     rows of any interval = rows of its buckets + changes not yet folded that lie in it
--
-- because a row and its change are committed together. A change names the row's place in both orders, not a bucket,
-- so buckets may be divided and joined while rows are being written.

-- A lower bound and how many rows lie between it and the next bucket's. A place in the order of `created_at` is
-- (created_at, '', id), in the order of `name_key` (-infinity, name_key, id): one type for both.
CREATE TABLE list_buckets (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    list text NOT NULL,
    sorted_by text NOT NULL CONSTRAINT list_buckets_order CHECK (sorted_by IN ('created_at', 'name_key')),
    created_at timestamptz NOT NULL,
    name_key text COLLATE "C" NOT NULL,
    row_id bigint NOT NULL,
    rows int NOT NULL CONSTRAINT list_buckets_count CHECK (rows >= 0),
    CONSTRAINT list_buckets_place_key UNIQUE (list, sorted_by, created_at, name_key, row_id)
) WITH (fillfactor = 50); -- Counts change often: room for the new version on the same page keeps them small.

-- The rows of all buckets of one order, kept apart so that the first and the last page need no sum.
CREATE TABLE list_totals (
    list text PRIMARY KEY,
    rows bigint NOT NULL CONSTRAINT list_totals_count CHECK (rows >= 0)
) WITH (fillfactor = 50);

-- Rows that came (1) or went (-1) since the last fold. No index: appending must cost next to nothing, and there are
-- few. Vacuumed early, because what was folded is deleted.
CREATE TABLE list_changes (
    list text NOT NULL,
    created_at timestamptz NOT NULL,
    name_key text COLLATE "C" NOT NULL,
    row_id bigint NOT NULL,
    change int NOT NULL CONSTRAINT list_changes_one CHECK (change IN (-1, 1))
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- Once a statement, however many rows it wrote.
CREATE FUNCTION list_rows_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes SELECT TG_TABLE_NAME, created_at, name_key, id, 1 FROM came;
    RETURN NULL;
END $$;

CREATE FUNCTION list_rows_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes SELECT TG_TABLE_NAME, created_at, name_key, id, -1 FROM went;
    RETURN NULL;
END $$;

-- A row that keeps its places is no change.
CREATE FUNCTION list_rows_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes
    SELECT TG_TABLE_NAME, moved.*
    FROM (
        (SELECT created_at, name_key, id, -1 FROM went EXCEPT ALL SELECT created_at, name_key, id, -1 FROM came)
        UNION ALL
        (SELECT created_at, name_key, id, 1 FROM came EXCEPT ALL SELECT created_at, name_key, id, 1 FROM went)
    ) AS moved;
    RETURN NULL;
END $$;

-- Nobody else writes to the list meanwhile, and `list_fold` keeps away: it holds a lock that truncation waits for.
CREATE FUNCTION list_rows_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM list_recount(TG_TABLE_NAME);
    RETURN NULL;
END $$;

-- Buckets and changes not yet folded, by their places, with the rows that each adds. The rows before a bucket are the
-- sum of all that stands before it.
CREATE FUNCTION list_marks(in_list text, in_order text)
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
CREATE FUNCTION list_divide(bucket list_buckets) RETURNS void LANGUAGE plpgsql AS $$
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

-- Joins neighbours that have become small, so that buckets go when their rows do.
CREATE FUNCTION list_join(in_list text, in_order text) RETURNS void LANGUAGE plpgsql AS $$
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

-- Counts a list afresh. Exact only where nobody writes to it meanwhile, or in one snapshot.
CREATE FUNCTION list_recount(in_list text) RETURNS void LANGUAGE plpgsql AS $$
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

-- Moves the changes into the buckets, divides those that outgrew their size and joins small ones; returns how many
-- changes there were. None when somebody else is at it.
--
-- The caller's transaction is one snapshot, in which folded counts and rows agree: whoever commits meanwhile has a
-- change that is not visible here and is left for the next time. Two at once, or a truncation between the snapshot
-- and the lock, end in a serialization failure and change nothing.
CREATE FUNCTION list_fold(in_list text) RETURNS bigint LANGUAGE plpgsql AS $$
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

-- Where the rows of a page are, in the caller's snapshot: how many rows the list has in all, and how to reach the
-- page's `take` rows. Way 'on': pass over `skip` rows from the place (at, named, numbered) on, in ascending order.
-- Way 'back': pass over `skip` rows from the end, in descending order. The caller walks at most `reach` rows.
CREATE FUNCTION list_place(
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

-- Makes a table a list from now on, with the rows it has.
CREATE FUNCTION list_attach(in_list text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- Creating a trigger keeps writers away until the transaction ends, so nothing slips between it and the count.
    EXECUTE format(
        $sql$
        CREATE TRIGGER list_rows_came AFTER INSERT ON %1$I REFERENCING NEW TABLE AS came
            FOR EACH STATEMENT EXECUTE FUNCTION list_rows_came();
        CREATE TRIGGER list_rows_went AFTER DELETE ON %1$I REFERENCING OLD TABLE AS went
            FOR EACH STATEMENT EXECUTE FUNCTION list_rows_went();
        CREATE TRIGGER list_rows_moved AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS went NEW TABLE AS came
            FOR EACH STATEMENT EXECUTE FUNCTION list_rows_moved();
        CREATE TRIGGER list_rows_truncated AFTER TRUNCATE ON %1$I
            FOR EACH STATEMENT EXECUTE FUNCTION list_rows_truncated();
        $sql$, in_list
    );
    PERFORM list_recount(in_list);
END $$;

SELECT list_attach('consultations');
SELECT list_attach('applications');
