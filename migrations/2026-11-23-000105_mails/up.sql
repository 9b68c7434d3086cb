-- Outgoing mail: a row for each recipient, written in the transaction that stores the submission. A worker leases a mail
-- by moving `due_at` ahead; `tries` keeps a worker from marking it after the lease has expired.
CREATE TABLE mails (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    submission_id bigint NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    -- 'notify' for staff, 'acknowledge' for the visitor.
    purpose text NOT NULL,
    recipient text NOT NULL,
    message_id text NOT NULL,
    -- Emptied with the message: see the later migration mail_subjects.
    subject text NOT NULL,
    -- Headers and text, without the sender, which the settings name at the time of sending; null once it is not needed.
    message text,
    state text NOT NULL DEFAULT 'waiting',
    -- While the submission is spam.
    held boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL DEFAULT now(),
    tries int NOT NULL DEFAULT 0,
    -- Failures in a row, since when, and the mail server's last answer.
    failures int NOT NULL DEFAULT 0,
    failing_since timestamptz,
    answer text,
    sent_at timestamptz,
    CONSTRAINT mails_known CHECK (
        purpose IN ('notify', 'acknowledge') AND state IN ('waiting', 'sent', 'failed', 'dropped')
    ),
    CONSTRAINT mails_message_kept CHECK ((message IS NOT NULL) = (state IN ('waiting', 'failed')))
);

CREATE INDEX mails_submission_idx ON mails (submission_id);
CREATE INDEX mails_due_idx ON mails (due_at) WHERE state = 'waiting' AND NOT held;
CREATE INDEX mails_failed_idx ON mails (id) WHERE state = 'failed' AND purpose = 'notify' AND NOT held;
