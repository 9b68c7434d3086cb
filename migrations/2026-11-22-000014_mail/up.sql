-- Mails on their way out: one row a recipient, written with the record that it tells of, so that none is without it.
--
-- A mail is taken by moving `due_at` ahead, which is how long others leave it alone; whoever takes it next finds the same
-- message with the same Message-ID. What is due, and for how long a mail server has been refusing, goes by this
-- database's clock.
CREATE TABLE mails (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The record's table.
    kind text NOT NULL,
    record_id bigint NOT NULL,
    -- Whom it is for: those who work here, or the visitor.
    purpose text NOT NULL CONSTRAINT mails_purpose_known CHECK (purpose IN ('notify', 'acknowledge')),
    recipient text NOT NULL,
    message_id text NOT NULL,
    -- Head and text, but for who sends it, which the settings say when it is sent. Gone once nobody needs it.
    message text,
    state text NOT NULL DEFAULT 'waiting'
        CONSTRAINT mails_state_known CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
    -- While the record is spam.
    held boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL DEFAULT now(),
    -- How often it was taken, and how often in a row it could not be sent, since when, and what the mail server said.
    tries int NOT NULL DEFAULT 0,
    failures int NOT NULL DEFAULT 0,
    failing_since timestamptz,
    answer text,
    sent_at timestamptz,
    CONSTRAINT mails_message_kept CHECK ((message IS NOT NULL) = (state IN ('waiting', 'failed'))),
    CONSTRAINT mails_sent_when CHECK ((sent_at IS NOT NULL) = (state = 'sent'))
);

CREATE INDEX mails_record_idx ON mails (kind, record_id);
CREATE INDEX mails_due_idx ON mails (due_at) WHERE state = 'waiting' AND NOT held;
CREATE INDEX mails_failed_idx ON mails (id) WHERE state = 'failed' AND purpose = 'notify' AND NOT held;
-- What a visitor is sent is sent once a day. `NewMails` names this index by what it is made of.
-- One release apart: servers of the release before write no mails.
CREATE UNIQUE INDEX mails_once_a_day_idx ON mails (lower(recipient), ((created_at AT TIME ZONE 'UTC')::date))
    WHERE purpose = 'acknowledge';

-- A record's mails go with it, whoever deletes it.
CREATE FUNCTION mail_rows_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM mails USING went WHERE kind = TG_TABLE_NAME AND record_id = went.id;
    RETURN NULL;
END $$;

CREATE FUNCTION mail_rows_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM mails WHERE kind = TG_TABLE_NAME;
    RETURN NULL;
END $$;

-- What has not been sent of a record waits while the record is spam. When it is due stays as it was: somebody may be
-- sending it.
CREATE FUNCTION mail_row_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE mails SET held = (new.state = 'spam'), failures = 0, failing_since = NULL
    WHERE kind = TG_TABLE_NAME AND record_id = new.id AND state IN ('waiting', 'failed');
    RETURN NULL;
END $$;

-- Has mails follow the records of a list's table from now on.
CREATE FUNCTION mail_attach(in_list text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        $sql$
        CREATE TRIGGER mail_rows_went AFTER DELETE ON %1$I REFERENCING OLD TABLE AS went
            FOR EACH STATEMENT EXECUTE FUNCTION mail_rows_went();
        CREATE TRIGGER mail_rows_truncated AFTER TRUNCATE ON %1$I
            FOR EACH STATEMENT EXECUTE FUNCTION mail_rows_truncated();
        CREATE TRIGGER mail_row_moved AFTER UPDATE OF state ON %1$I
            FOR EACH ROW WHEN ((old.state = 'spam') <> (new.state = 'spam')) EXECUTE FUNCTION mail_row_moved();
        $sql$, in_list
    );
END $$;

SELECT mail_attach('consultations');
SELECT mail_attach('applications');

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261122000014', '20261121000009');
