-- Idempotency keys: the key of a request that was carried out, and the submission it stored or changed.
CREATE TABLE idempotency_keys (
    key text PRIMARY KEY,
    content_hash bytea NOT NULL,
    submission_id bigint NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX idempotency_keys_submission_idx ON idempotency_keys (submission_id);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- Rate limits: a row for each subject with the times of its attempts, so that counting is one statement. Subjects are
-- keyed hashes: no address and no account name is stored.
CREATE TABLE attempt_windows (
    subject bytea PRIMARY KEY,
    -- The attempts that still counted at the last one, oldest first.
    made_at timestamptz[] NOT NULL
) WITH (fillfactor = 70);
