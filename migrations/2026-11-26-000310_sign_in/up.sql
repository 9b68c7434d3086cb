-- The username as accounts are compared by: NFC, lower case. The server computes it (`server/src/storage/usernames.rs`), and
-- fills it for all accounts before the next migration.
ALTER TABLE admins ADD username_key text;

-- For accounts that the command of an older release creates.
CREATE FUNCTION set_username_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.username_key := coalesce(NEW.username_key, normalize(replace(lower(normalize(NEW.username, NFC)), 'ς', 'σ'), NFC));
    RETURN NEW;
END $$;

CREATE TRIGGER set_username_key BEFORE INSERT ON admins FOR EACH ROW EXECUTE FUNCTION set_username_key();

-- The token that this one was issued for; null for the first one of a session.
ALTER TABLE refresh_tokens ADD parent_hash bytea;

-- One release apart: the new constraint accepts all events of the former one.
ALTER TABLE account_events DROP CONSTRAINT account_events_event_known,
    ADD CONSTRAINT account_events_event_known CHECK (event IN (
        'created', 'removed', 'profile changed', 'password printed', 'password changed', 'sign-in ended',
        'other sign-ins ended', 'second factor on', 'second factor off', 'second factor refused', 'recovery code used',
        'recovery codes made', 'refresh token reused'));

-- `agency.rehash` is set for the transaction that stores another hash of the same password, which is no event.
CREATE OR REPLACE FUNCTION record_account_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (OLD.id, OLD.username, 'removed');
        RETURN NULL;
    END IF;
    IF TG_OP = 'INSERT' THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (NEW.id, NEW.username, 'created');
        RETURN NULL;
    END IF;
    IF NEW.password_hash <> OLD.password_hash
        AND coalesce(current_setting('agency.rehash', true), '') <> 'on' THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (NEW.id, NEW.username,
            CASE WHEN NEW.password_printed_at IS NULL THEN 'password changed' ELSE 'password printed' END);
    END IF;
    IF (NEW.username, NEW.first_name, NEW.last_name, NEW.email)
        <> (OLD.username, OLD.first_name, OLD.last_name, OLD.email) THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (NEW.id, NEW.username, 'profile changed');
    END IF;
    IF (NEW.second_factor_at IS NULL) <> (OLD.second_factor_at IS NULL) THEN
        INSERT INTO account_events (admin_id, account, event) VALUES (NEW.id, NEW.username,
            CASE WHEN NEW.second_factor_at IS NULL THEN 'second factor off' ELSE 'second factor on' END);
    END IF;
    RETURN NULL;
END $$;
