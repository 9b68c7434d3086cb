-- Nothing that a session can set silences an event.
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
    IF NEW.password_hash <> OLD.password_hash THEN
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
