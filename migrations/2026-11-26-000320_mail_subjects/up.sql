-- A mail that is sent or dropped needs neither message nor subject: both may name the visitor. By a trigger, so that servers
-- of the previous release do it too, and accounts with older grants.
CREATE FUNCTION empty_mail_subject() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.subject := '';
    RETURN NEW;
END;
$$;

-- The earlier ones, before the trigger locks the table for writing.
UPDATE mails SET subject = '' WHERE message IS NULL;

CREATE TRIGGER mails_subject BEFORE INSERT OR UPDATE ON mails
    FOR EACH ROW WHEN (NEW.message IS NULL AND NEW.subject <> '') EXECUTE FUNCTION empty_mail_subject();

-- Those that were sent in between.
UPDATE mails SET subject = '' WHERE message IS NULL AND subject <> '';

INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('20261126000320', '20261123000106');
