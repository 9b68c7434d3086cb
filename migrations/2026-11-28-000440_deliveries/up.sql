-- Everything that is sent: a row for each mail and each webhook, written in the transaction of the change. A worker leases a
-- row by moving `due_at` ahead; `tries` keeps a worker from marking it after another one has leased it.
CREATE TABLE deliveries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transport text NOT NULL,
    -- Of the submission.
    slug text COLLATE "C" NOT NULL,
    -- Mails are deleted with their submission. Webhooks outlive it, because its deletion is an event, too.
    submission_id bigint REFERENCES submissions (id) ON DELETE CASCADE,
    purpose text NOT NULL,
    -- The address of a mail.
    recipient text,
    -- The same at every attempt.
    message_id text NOT NULL,
    -- A mail without its sender, whom the settings name at the time of sending, or an event as JSON; null once it is not
    -- needed.
    message text,
    state text NOT NULL DEFAULT 'waiting',
    -- While the submission is spam.
    held boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL DEFAULT now(),
    tries int NOT NULL DEFAULT 0,
    -- Failures in a row, since when, and the last answer.
    failures int NOT NULL DEFAULT 0,
    failing_since timestamptz,
    answer text,
    sent_at timestamptz,
    CONSTRAINT deliveries_known CHECK (
        (transport = 'mail' AND purpose IN ('notify', 'acknowledge')
            OR transport = 'webhook'
            AND purpose IN ('submission.created', 'submission.updated', 'submission.deleted'))
        AND state IN ('waiting', 'sent', 'failed', 'dropped')
    ),
    CONSTRAINT deliveries_mail CHECK (
        (submission_id IS NOT NULL) = (transport = 'mail') AND (recipient IS NOT NULL) = (transport = 'mail')
    ),
    CONSTRAINT deliveries_message_kept CHECK ((message IS NOT NULL) = (state IN ('waiting', 'failed')))
);

INSERT INTO deliveries (transport, slug, submission_id, purpose, recipient, message_id, message, state, held, created_at,
    due_at, tries, failures, failing_since, answer, sent_at)
SELECT 'mail', slug, submission_id, purpose, recipient, message_id, message, mails.state, held, mails.created_at,
    due_at, tries, failures, failing_since, answer, sent_at
FROM mails JOIN submissions ON submissions.id = submission_id ORDER BY mails.id;

INSERT INTO deliveries (transport, slug, purpose, message_id, message, state, held, created_at, due_at, tries, failures,
    failing_since, answer, sent_at)
SELECT 'webhook', slug, event, message_id, message, state, held, created_at, due_at, tries, failures, failing_since,
    answer, sent_at
FROM webhooks ORDER BY id;

CREATE INDEX deliveries_submission_idx ON deliveries (submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX deliveries_slug_idx ON deliveries (slug);
-- The order in which they are leased, deletions last; also finds the failed ones.
CREATE INDEX deliveries_unsent_idx ON deliveries (transport, state, (purpose = 'submission.deleted'), due_at)
    WHERE state IN ('waiting', 'failed') AND NOT held;
-- For the clean-up.
CREATE INDEX deliveries_told_idx ON deliveries (created_at)
    WHERE transport = 'webhook' AND purpose <> 'submission.created' AND state IN ('sent', 'dropped');

-- Empties the webhooks of deleted submissions, by whatever program they are deleted.
CREATE FUNCTION empty_webhooks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format(
        'UPDATE %I.deliveries SET state = ''dropped'', message = NULL, answer = NULL, failing_since = NULL
         WHERE transport = ''webhook'' AND message IS NOT NULL AND slug IN (SELECT slug FROM deleted)',
        TG_TABLE_SCHEMA
    );
    RETURN NULL;
END;
$$;

-- One release apart: it changes rows of the new table alone.
CREATE TRIGGER submissions_webhooks AFTER DELETE ON submissions
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION empty_webhooks();

-- One release apart: the service is stopped for this release, so no server of the previous one writes them.
DROP TABLE mails;
-- One release apart: as for the table above.
DROP TABLE webhooks;
-- One release apart: only the trigger of the first table called it.
DROP FUNCTION empty_mail_subject();
