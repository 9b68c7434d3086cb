-- One row for every stored form, of every kind. Columns of one form only are in a table of its own.
CREATE TABLE submissions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The name of the form's own table and list, such as 'consultations'.
    kind text NOT NULL,
    slug text NOT NULL CONSTRAINT submissions_slug_key UNIQUE,
    full_name text NOT NULL,
    -- Sort key of the name, computed by the rules; "C" compares bytes.
    name_key text COLLATE "C" NOT NULL,
    email text NOT NULL,
    -- The address in lower case, computed by the server: lower() depends on the database's locale.
    email_key text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'new',
    state_since timestamptz NOT NULL DEFAULT now(),
    assigned_to bigint REFERENCES admins (id) ON DELETE SET NULL,
    -- Incremented by every action.
    version int NOT NULL DEFAULT 1,
    -- Why it was stored as spam.
    spam_reasons text[] NOT NULL DEFAULT '{}',
    -- A keyed hash of the main text, to recognise one text sent from several addresses; null for short texts.
    text_hash bytea,
    -- The words that searches find it by, made by version `words_version` of the rules' tokeniser.
    words tsvector NOT NULL DEFAULT '',
    words_version smallint NOT NULL DEFAULT 0,
    CONSTRAINT submissions_slug_format CHECK (slug ~ '^[0-9a-f]{32}$'),
    CONSTRAINT submissions_full_name_length CHECK (char_length(full_name) BETWEEN 3 AND 200),
    CONSTRAINT submissions_email_length CHECK (char_length(email) BETWEEN 1 AND 254),
    CONSTRAINT submissions_state_known CHECK (state IN ('new', 'open', 'done', 'spam'))
) WITH (fillfactor = 90);

-- The four orders of a list and of a box.
CREATE INDEX submissions_list_created_idx ON submissions (kind, created_at, id);
CREATE INDEX submissions_list_name_idx ON submissions (kind, name_key, id);
CREATE INDEX submissions_box_created_idx ON submissions (kind, state, created_at, id);
CREATE INDEX submissions_box_name_idx ON submissions (kind, state, name_key, id);
-- Finds related records, and the records that `forget` deletes.
CREATE INDEX submissions_email_key_idx ON submissions (email_key, created_at);
CREATE INDEX submissions_assigned_to_idx ON submissions (assigned_to) WHERE assigned_to IS NOT NULL;
-- Retention of spam counts from the move; everything else is found by its time of arrival.
CREATE INDEX submissions_spam_since_idx ON submissions (kind, state_since) WHERE state = 'spam';
CREATE INDEX submissions_text_hash_idx ON submissions (text_hash, created_at) WHERE text_hash IS NOT NULL;
-- Hardly two texts are equal. Without this, a database with many copies of one text would plan each look-up again.
ALTER TABLE submissions ALTER COLUMN text_hash SET (n_distinct = -1);
-- With a pending list, so that forms that come at the same time do not wait for the pages of common words. Every search
-- reads it to its end, so it has the smallest limit that there is: 64 kB, some 60 forms.
CREATE INDEX submissions_words_idx ON submissions USING gin (words)
    WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX submissions_words_version_idx ON submissions (words_version);

CREATE TABLE consultations (
    id bigint PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
    referral text,
    message text NOT NULL,
    CONSTRAINT consultations_referral_length CHECK (char_length(referral) BETWEEN 2 AND 200),
    CONSTRAINT consultations_message_length CHECK (char_length(message) BETWEEN 10 AND 10000)
);

CREATE TABLE applications (
    id bigint PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
    job_title text NOT NULL,
    cover_letter text NOT NULL,
    cv_name text NOT NULL,
    cv_type text NOT NULL,
    cv_size integer NOT NULL,
    CONSTRAINT applications_job_title_length CHECK (char_length(job_title) BETWEEN 1 AND 200),
    CONSTRAINT applications_cover_letter_length CHECK (char_length(cover_letter) BETWEEN 20 AND 1000),
    CONSTRAINT applications_cv_name_length CHECK (char_length(cv_name) BETWEEN 1 AND 100),
    CONSTRAINT applications_cv_type_known CHECK (cv_type IN ('pdf', 'doc', 'docx')),
    CONSTRAINT applications_cv_size_limit CHECK (cv_size BETWEEN 1 AND 5242879)
);

-- A CV in pieces, so that neither writing nor reading one needs memory for the whole file.
CREATE TABLE cv_chunks (
    submission_id bigint NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    position integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (submission_id, position)
);

-- The files are compressed already.
ALTER TABLE cv_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- How many submissions each box holds. The count is the sum over 16 shards: a transaction adds to one that no other is
-- adding to, so that those that store forms at the same time do not wait for each other.
CREATE TABLE list_counts (
    kind text NOT NULL,
    state text NOT NULL,
    shard smallint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (kind, state, shard)
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);

CREATE FUNCTION count_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    own smallint := pg_backend_pid() % 16;
BEGIN
    FOR tries IN 1..15 LOOP
        EXIT WHEN pg_try_advisory_xact_lock(TG_RELID::int, own);
        own := (own + 1) % 16;
    END LOOP;
    IF TG_OP = 'INSERT' THEN
        INSERT INTO list_counts AS kept (kind, state, shard, count)
        SELECT kind, state, own, count(*)
        FROM new_rows GROUP BY kind, state ORDER BY kind, state
        ON CONFLICT (kind, state, shard) DO UPDATE SET count = kept.count + excluded.count;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO list_counts AS kept (kind, state, shard, count)
        SELECT kind, state, own, -count(*)
        FROM old_rows GROUP BY kind, state ORDER BY kind, state
        ON CONFLICT (kind, state, shard) DO UPDATE SET count = kept.count + excluded.count;
    ELSE
        INSERT INTO list_counts AS kept (kind, state, shard, count)
        SELECT kind, state, own, sum(change)
        FROM (SELECT kind, state, 1 AS change FROM new_rows UNION ALL SELECT kind, state, -1 FROM old_rows) AS changes
        GROUP BY kind, state HAVING sum(change) <> 0 ORDER BY kind, state
        ON CONFLICT (kind, state, shard) DO UPDATE SET count = kept.count + excluded.count;
    END IF;
    RETURN NULL;
END $$;

-- One function, but a trigger for each event: transition tables allow no more.
CREATE TRIGGER count_inserted AFTER INSERT ON submissions REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_submissions();
CREATE TRIGGER count_updated AFTER UPDATE ON submissions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_submissions();
CREATE TRIGGER count_deleted AFTER DELETE ON submissions REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_submissions();
