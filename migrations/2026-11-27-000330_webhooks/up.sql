-- Outgoing webhooks: a row for each event, written in the transaction of the change. Leased and marked as mails are.
CREATE TABLE webhooks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Of the submission. No foreign key, because its deletion is an event, too.
    slug text NOT NULL,
    event text NOT NULL,
    -- The same at every attempt.
    message_id text NOT NULL,
    -- The event as JSON; null once it is not needed.
    message text,
    state text NOT NULL DEFAULT 'waiting',
    -- While the submission is spam.
    held boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL DEFAULT now(),
    tries int NOT NULL DEFAULT 0,
    -- Failures in a row, since when, and the receiver's last answer.
    failures int NOT NULL DEFAULT 0,
    failing_since timestamptz,
    answer text,
    sent_at timestamptz,
    CONSTRAINT webhooks_known CHECK (
        event IN ('submission.created', 'submission.updated', 'submission.deleted')
        AND state IN ('waiting', 'sent', 'failed', 'dropped')
    ),
    CONSTRAINT webhooks_message_kept CHECK ((message IS NOT NULL) = (state IN ('waiting', 'failed')))
);

CREATE INDEX webhooks_slug_idx ON webhooks (slug);
-- The order in which they are leased, deletions last; also finds the failed ones.
CREATE INDEX webhooks_unsent_idx ON webhooks (state, (event = 'submission.deleted'), due_at)
    WHERE state IN ('waiting', 'failed') AND NOT held;
-- For the clean-up.
CREATE INDEX webhooks_told_idx ON webhooks (created_at)
    WHERE event <> 'submission.created' AND state IN ('sent', 'dropped');

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261127000330', '20261123000106');
