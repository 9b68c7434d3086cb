-- Folding by parts, at a cost that depends on what changed; and pages that stay fast under an old snapshot.
--
-- What was folded is deleted, but while an old snapshot is held (a dump, say) no deleted row goes: who looks for the
-- few unfolded changes would walk over all that were folded since. So changes are ordered by the transaction that
-- wrote them, and each fold notes how far it came: every change up to there is folded, and none can be added, because
-- all transactions below the oldest one that still runs have ended. Readers begin behind that place. The note itself
-- is a new index entry with a growing number at each fold, of which the last is the one to read: the old versions lie
-- behind it. Where a transaction that writes stays open for long, the place stays where it began; then all is exact
-- as ever, and as slow as the changes that came since.
--
-- A fold takes a bounded number of changes in that order. A bucket can be divided only where its count and its rows
-- agree, which they do when every visible change is folded; what grew too large until then is noted. The order is not
-- that in which rows came and went: between two folds a count may be below zero, and is right with its changes.

-- Folding and `lists/bounds.rs` keep away until this is done: both change the tables in another order.
DO $$
DECLARE
    in_list text;
BEGIN
    FOR in_list IN SELECT list FROM list_totals LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended('list_fold ' || in_list, 0));
    END LOOP;
END $$;
-- Whoever writes waits behind this lock, so it must not wait for a dump.
SET LOCAL lock_timeout = '2s';
LOCK TABLE list_changes, list_totals, list_buckets;
SET LOCAL lock_timeout = 0;

ALTER TABLE list_changes ADD written_by xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX list_changes_order ON list_changes (list, written_by, row_id);

-- One row a list at every moment. `fold` grows with every version. Changes up to (settled_by, settled_row) are folded.
-- A number of a transaction means nothing in another cluster: a row that was copied, by a restore, was not written by
-- the transaction that it names.
-- One release apart: older servers reach this table by the functions alone, which are replaced below.
ALTER TABLE list_totals
    ADD fold bigint NOT NULL DEFAULT 0,
    ADD settled_by xid8 NOT NULL DEFAULT '0',
    ADD settled_row bigint NOT NULL DEFAULT 0,
    ADD to_divide bigint[] NOT NULL DEFAULT '{}',
    ADD folded_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
    DROP CONSTRAINT list_totals_count,
    DROP CONSTRAINT list_totals_pkey;
-- One release apart: it asks for no more than the key did.
CREATE UNIQUE INDEX list_totals_newest ON list_totals (list, fold);

-- One release apart: what nobody holds them to any more harms no server.
ALTER TABLE list_buckets DROP CONSTRAINT list_buckets_count;

-- What the last fold left.
CREATE FUNCTION list_last(in_list text) RETURNS SETOF list_totals LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT
        t.list, t.rows, t.fold,
        CASE WHEN t.xmin = t.folded_by::xid THEN t.settled_by ELSE '0' END,
        t.settled_row, t.to_divide, t.folded_by
    FROM list_totals AS t
    WHERE t.list = in_list
    ORDER BY t.fold DESC
    LIMIT 1
$$;

-- The changes that are in no bucket.
CREATE FUNCTION list_unfolded(in_list text) RETURNS SETOF list_changes LANGUAGE sql STABLE AS $$
    SELECT c.*
    FROM list_last(in_list) AS last
    CROSS JOIN LATERAL (
        SELECT * FROM list_changes
        WHERE list = in_list AND (written_by, row_id) > (last.settled_by, last.settled_row)
        OFFSET 0 -- Without it the condition would be one of the join, which is none of the index.
    ) AS c
$$;

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
    FROM list_unfolded(in_list) AS c
$$;

-- Divides off up to `most` pieces of 2,000 rows from the beginning of a bucket that has more than 4,000; tells how
-- many there were, and the bucket of the rest if that is still too large. Exact only where all visible changes are
-- folded, or the list is locked.
CREATE FUNCTION list_divide(bucket list_buckets, most int, OUT made int, OUT rest bigint) LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION list_divide(bucket list_buckets) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM list_divide(bucket, bucket.rows);
END $$;

-- Joins a bucket that has become small with its neighbours, so that buckets go when their rows do.
-- One release apart: only `list_fold` called it.
DROP FUNCTION list_join(text, text);
CREATE FUNCTION list_join(bucket list_buckets) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    small CONSTANT int := 1000;
    kept list_buckets := bucket;
    neighbour list_buckets;
BEGIN
    SELECT * INTO neighbour FROM list_buckets AS b
    WHERE b.list = kept.list AND b.sorted_by = kept.sorted_by
        AND (b.created_at, b.name_key, b.row_id) < (kept.created_at, kept.name_key, kept.row_id)
    ORDER BY b.created_at DESC, b.name_key DESC, b.row_id DESC
    LIMIT 1;
    IF neighbour.rows + kept.rows <= small THEN
        DELETE FROM list_buckets WHERE id = kept.id;
        UPDATE list_buckets SET rows = rows + kept.rows WHERE id = neighbour.id RETURNING * INTO kept;
    END IF;
    LOOP
        SELECT * INTO neighbour FROM list_buckets AS b
        WHERE b.list = kept.list AND b.sorted_by = kept.sorted_by
            AND (b.created_at, b.name_key, b.row_id) > (kept.created_at, kept.name_key, kept.row_id)
        ORDER BY b.created_at, b.name_key, b.row_id
        LIMIT 1;
        EXIT WHEN NOT FOUND OR kept.rows + neighbour.rows > small;
        DELETE FROM list_buckets WHERE id = neighbour.id;
        UPDATE list_buckets SET rows = rows + neighbour.rows WHERE id = kept.id RETURNING * INTO kept;
    END LOOP;
END $$;

-- Adds changes to their buckets of one order; returns those that have become too large. A change belongs to the last
-- bucket that stands before it. The changes are sorted, so a bucket is looked up once, however many versions of it an
-- old snapshot keeps.
CREATE FUNCTION list_add(in_list text, in_order text, changes list_changes[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    changed record;
    bucket list_buckets;
    following list_buckets;
    came int := 0;
    large bigint[] := '{}';
BEGIN
    FOR changed IN
        SELECT place.*, 0 AS is_end
        FROM (
            SELECT
                CASE in_order WHEN 'created_at' THEN c.created_at ELSE '-infinity' END AS at,
                CASE in_order WHEN 'created_at' THEN '' ELSE c.name_key END COLLATE "C" AS named,
                c.row_id,
                c.change
            FROM unnest(changes) AS c
        ) AS place
        UNION ALL
        SELECT NULL, NULL, NULL, NULL, 1
        ORDER BY is_end, at, named, row_id
    LOOP
        IF bucket.id IS NOT NULL AND changed.is_end = 0 AND (
            following.id IS NULL OR (changed.at, changed.named COLLATE "C", changed.row_id)
                < (following.created_at, following.name_key COLLATE "C", following.row_id)
        ) THEN
            came := came + changed.change;
            CONTINUE;
        END IF;
        IF came <> 0 THEN
            UPDATE list_buckets SET rows = rows + came WHERE id = bucket.id RETURNING * INTO bucket;
            IF bucket.rows > 4000 THEN
                large := large || bucket.id;
            ELSIF came < 0 AND bucket.rows <= 1000 THEN
                PERFORM list_join(bucket);
            END IF;
        END IF;
        EXIT WHEN changed.is_end = 1;
        SELECT * INTO bucket FROM list_buckets AS b
        WHERE b.list = in_list AND b.sorted_by = in_order
            AND (b.created_at, b.name_key, b.row_id) <= (changed.at, changed.named, changed.row_id)
        ORDER BY b.created_at DESC, b.name_key DESC, b.row_id DESC
        LIMIT 1;
        SELECT * INTO following FROM list_buckets AS b
        WHERE b.list = in_list AND b.sorted_by = in_order
            AND (b.created_at, b.name_key, b.row_id) > (bucket.created_at, bucket.name_key, bucket.row_id)
        ORDER BY b.created_at, b.name_key, b.row_id
        LIMIT 1;
        came := changed.change;
    END LOOP;
    RETURN large;
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

-- Does a part of the work: moves at most `most` changes into the buckets (more only where one transaction changed one
-- row several times) and, when no visible change is left, divides off at most `pieces` pieces of what grew too large.
-- Tells how many changes were folded, and whether all is done. Nothing is done when somebody else is at it.
--
-- The caller's transaction is one snapshot, in which folded counts and rows agree: whoever commits meanwhile has a
-- change that is not visible here and is left for the next time. Two at once, or a truncation between the snapshot
-- and the lock, end in a serialization failure and change nothing.
--
-- The indexes' plans are the ones to take, however small a table was when somebody last looked.
CREATE FUNCTION list_fold_part(
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

CREATE OR REPLACE FUNCTION list_fold(in_list text) RETURNS bigint LANGUAGE sql AS $$
    SELECT folded FROM list_fold_part(in_list)
$$;

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
