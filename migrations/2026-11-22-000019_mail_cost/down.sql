DELETE FROM schema_releases WHERE newest_migration = '20261122000019';
ALTER TABLE mails
    ADD CONSTRAINT mails_purpose_known CHECK (purpose IN ('notify', 'acknowledge')),
    ADD CONSTRAINT mails_state_known CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
    ADD CONSTRAINT mails_message_kept CHECK ((message IS NOT NULL) = (state IN ('waiting', 'failed'))),
    ADD CONSTRAINT mails_sent_when CHECK ((sent_at IS NOT NULL) = (state = 'sent')),
    DROP CONSTRAINT mails_whole;
DROP FUNCTION mail_is_whole;
